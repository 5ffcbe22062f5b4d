"""tagstream for Conan 2, from the sources around this file: `conan create packaging/conan`."""

from __future__ import annotations

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "kit/*", "wire/*",
           "bindings/c/*")


class Tagstream(ConanFile):
    name = "tagstream"
    license = "MIT"
    description = "Reads the structure in what language models write, while it streams"
    topics = ("llm", "parser", "streaming", "tool-calls")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "c": [True, False]}
    default_options = {"shared": False, "fPIC": True, "c": True}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        cmake = load(self, str(ROOT / "CMakeLists.txt"))
        self.version = re.search(r"project\(tagstream VERSION (\S+)", cmake)[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, str(ROOT), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TAGSTREAM_C"] = bool(self.options.c)
        toolchain.cache_variables["TAGSTREAM_CLI"] = False
        toolchain.cache_variables["TAGSTREAM_WIRE"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder) / "licenses"))

    def package_info(self):
        # The library's own files for CMake are taken: they name tagstream::c, too.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/tagstream"]
        # The C interface has tagstream_wire inside.
        c = ["tagstream_c", "tagstream_wire"] if self.options.c else []
        self.cpp_info.libs = [*c, "tagstream"]
