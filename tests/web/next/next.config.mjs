// The module is a file beside the package, so the package stays outside of bundles for the server.
export default { serverExternalPackages: ["tagstream"] };
