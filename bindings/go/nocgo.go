//go:build !cgo

package tagstream

const _ = tagstream_needs_cgo_and_a_compiler_of_Cxx20_so_set_CGO_ENABLED_to_1
