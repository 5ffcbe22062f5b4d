module tagstream.example/bench/peers/go

go 1.24.0

require tagstream.example/bindings/go v0.0.0

require golang.org/x/net v0.44.0

replace tagstream.example/bindings/go => ../../../bindings/go
