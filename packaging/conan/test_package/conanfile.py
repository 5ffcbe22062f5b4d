"""Builds the users' programs of tests/install against the package, and runs them."""

from __future__ import annotations

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class User(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            version = self.dependencies["tagstream"].ref.version
            for user in ("in_cpp", "in_c"):
                program = Path(self.build_folder) / self.cpp.build.bindir / user
                self.run(f'"{program}" {version}', env="conanrun")
