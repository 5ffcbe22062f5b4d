package tagstream

// Version of the library.
func Version() string { return version() }

// Dialects are the names of all families of models, in the order of the alphabet.
func Dialects() []string { return dialects() }

// Attributes of a whole opening tag, such as `<file name="a.txt">`; any other text has none. They
// are slices of rawTag.
func Attributes(rawTag string) []Attribute { return attributesOf(rawTag) }

// EntitiesDecoded is text with the five entities of XML and numeric references decoded. Other bytes
// stay as they are.
func EntitiesDecoded(text string) string { return decodeEntities(text) }
