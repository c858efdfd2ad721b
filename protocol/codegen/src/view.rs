//! Emits the views of a message: its structs as they lie in the frame, decoded without allocation.
//!
//! A view has the fields of its struct; arrays are validated once and read lazily, strings stay bytes.

use crate::emit::{Context, condition, default_value, plain_versions, primitive, primitive_default, w};
use crate::names::field_name;
use crate::schema::{Field, Struct, Type, Versions, element};

/// The views of all structs of a message.
pub fn views(out: &mut String, context: &Context<'_>) {
    for one in &context.message.structs {
        definition(out, context, one);
        absent(out, context, one);
        read(out, context, one);
    }
}

fn holds_frame(context: &Context<'_>, ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => false,
        Type::String | Type::Bytes | Type::Array(_) => true,
        Type::Struct(name) => {
            context.definition(name).fields.iter().any(|field| holds_frame(context, &field.ty))
        }
    }
}

fn view_type(context: &Context<'_>, ty: &Type) -> String {
    match ty {
        Type::Primitive(name) => primitive(name).0.into(),
        Type::String => "Str<'a>".into(),
        Type::Bytes => "&'a [u8]".into(),
        Type::Struct(name) => {
            let lifetime = if holds_frame(context, ty) { "<'a>" } else { "" };
            format!("{}View{lifetime}", context.struct_name(name))
        }
        Type::Array(inner) => format!("Array<'a, {}>", view_type(context, inner)),
    }
}

fn definition(out: &mut String, context: &Context<'_>, one: &Struct) {
    let name = context.struct_name(&one.name);
    w(out, &format!("/// `{name}` as it lies in the frame: validated once, read without allocation."));
    let derived = if has_plain_default(context, one) { ", Default" } else { "" };
    w(out, &format!("#[derive(Clone, Copy, Debug, PartialEq{derived})]"));
    w(out, &format!("pub struct {} {{", view_type(context, &Type::Struct(one.name.clone()))));
    for field in &one.fields {
        let ty = view_type(context, &field.ty);
        let ty = if context.optional(field) { format!("Option<{ty}>") } else { ty };
        w(out, &format!("pub {}: {ty},", field_name(&field.name)));
    }
    w(out, "}");
}

fn has_plain_default(context: &Context<'_>, one: &Struct) -> bool {
    one.fields.iter().all(|field| default_value(context, field).is_none())
}

fn absent(out: &mut String, context: &Context<'_>, one: &Struct) {
    if has_plain_default(context, one) {
        return;
    }
    let view = view_type(context, &Type::Struct(one.name.clone())).replace("'a", "'_");
    w(out, &format!("impl Default for {view} {{ fn default() -> Self {{ Self {{"));
    for field in &one.fields {
        let value = match (default_value(context, field), &field.ty) {
            (None, _) if context.optional(field) => "None".into(),
            (Some(value), Type::Primitive(_)) => value,
            (None, Type::Primitive(name)) => primitive_default(name, None),
            (Some(_), _) => "Some(Default::default())".into(),
            (None, _) => "Default::default()".into(),
        };
        w(out, &format!("{}: {value},", field_name(&field.name)));
    }
    w(out, "} } }");
}

fn read(out: &mut String, context: &Context<'_>, one: &Struct) {
    let view = view_type(context, &Type::Struct(one.name.clone()));
    let flexible = context.message.flexible.and(one.versions);
    let is_message = one.name == context.message.name;
    w(out, &format!("impl<'a> View<'a> for {view} {{"));
    let uses_version = is_message
        || condition(context.message.flexible, one.versions).is_some()
        || one.fields.iter().any(|field| condition(field.versions, one.versions).is_some())
        || one
            .fields
            .iter()
            .any(|field| !matches!(field.ty, Type::Primitive(_) | Type::String | Type::Bytes));
    let v = if uses_version { "v" } else { "_v" };
    w(out, &format!("fn read(r: &mut Reader<'a>, {v}: i16) -> Result<Self, DecodeError> {{"));
    if is_message {
        let (first, last) = (context.message.versions.first, context.message.versions.last);
        w(out, &format!("if !({first}..={last}).contains(&v) {{"));
        w(out, "return Err(DecodeError::UnsupportedVersion(v)); }");
    }
    let needs_flex = !flexible.is_none()
        || one.fields.iter().any(|field| !matches!(field.ty, Type::Primitive(_)) && field.tag.is_none());
    if needs_flex {
        w(out, &format!("let flex = {};", context.flex_expression(one.versions)));
    }
    w(out, "let mut x = Self::default();");
    for field in &one.fields {
        let versions = plain_versions(field);
        if versions.is_none() {
            continue;
        }
        let read = read_expression(context, field, versions, false);
        let statement = format!("x.{} = {read};", field_name(&field.name));
        match condition(versions, one.versions) {
            None => w(out, &statement),
            Some(test) => w(out, &format!("if {test} {{ {statement} }}")),
        }
    }
    if !flexible.is_none() {
        w(out, "if flex {");
        if one.fields.iter().any(|field| field.tag.is_some()) {
            w(out, "r.tags(|r, tag| { match tag {");
            for field in &one.fields {
                let Some((number, versions)) = field.tag else { continue };
                let versions = versions.and(field.versions);
                let read = read_expression(context, field, versions, true);
                let statement = format!("x.{} = {read}", field_name(&field.name));
                match condition(versions, flexible) {
                    None => w(out, &format!("{number} => {statement},")),
                    Some(test) => {
                        w(out, &format!("{number} if {test} => {statement},"));
                        w(out, &format!("{number} => return Err(DecodeError::InvalidTag),"));
                    }
                }
            }
            w(out, "_ => return Ok(false), } Ok(true) })?;");
        } else {
            w(out, "r.tags(|_, _| Ok(false))?;");
        }
        w(out, "}");
    }
    w(out, "Ok(x) } }");
    if is_message {
        w(out, &format!("impl<'a> {view} {{ /// Reads and validates one in version `v`."));
        w(out, "pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {");
        w(out, "Self::read(r, v) } }");
    }
}

fn read_expression(context: &Context<'_>, field: &Field, versions: Versions, tagged: bool) -> String {
    let flex = if tagged { "true" } else { "flex" };
    let one = |opt: &str| match &field.ty {
        Type::Primitive(name) => format!("r.{}()?", primitive(name).1),
        Type::String => format!("r.str{opt}({flex})?"),
        Type::Bytes => format!("r.slice{opt}({flex})?"),
        Type::Struct(name) => format!("{}View::read(r, v)?", context.struct_name(name)),
        Type::Array(_) => format!("Array::read{opt}(r, {flex}, v)?"),
    };
    if !context.optional(field) {
        return one("");
    }
    assert!(!matches!(element(&field.ty), Type::Struct(_)), "no view has nullable structs");
    match condition(field.nullable, versions) {
        None => one("_opt"),
        Some(test) if test == "false" => format!("Some({})", one("")),
        Some(test) => format!("if {test} {{ {} }} else {{ Some({}) }}", one("_opt"), one("")),
    }
}
