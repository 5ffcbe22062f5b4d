module tagstream.example/bindings/go

go 1.24
