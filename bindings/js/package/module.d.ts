export declare function load(): WebAssembly.Module;
