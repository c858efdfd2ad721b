//! Names of Rust items made from names in the tables.

/// `FetchOffset` to `fetch_offset`, `Enable2Pc` to `enable2_pc`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (index, &c) in chars.iter().enumerate() {
        let starts_word = c.is_ascii_uppercase()
            && index > 0
            && (!chars[index - 1].is_ascii_uppercase()
                || chars.get(index + 1).is_some_and(char::is_ascii_lowercase));
        if starts_word {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The name of a struct field; keywords get an underscore behind.
pub fn field_name(name: &str) -> String {
    let name = snake(name);
    if matches!(name.as_str(), "type" | "match" | "ref" | "self" | "move" | "use" | "in" | "where") {
        name + "_"
    } else {
        name
    }
}

/// `FETCH_OFFSET` or `fetch_offset` to `FetchOffset`.
pub fn camel(name: &str) -> String {
    name.split('_')
        .filter(|word| !word.is_empty())
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..].to_ascii_lowercase())
        .collect()
}
