//! `#[derive(Since)]`: a struct with named fields says of each of them whether it has changed; anything else is told whole.
//!
//! Fields are named as serde names them, which is why only those attributes of serde are understood that keep every field in
//! its place.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{
    Attribute, Data, DataStruct, DeriveInput, Error, Field, Fields, LitStr, parse_macro_input,
    spanned::Spanned as _,
};

/// Derives `table::Since`.
#[proc_macro_derive(Since)]
pub fn since(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Says nothing: what stands for `ts-rs`' own where nobody asks for TypeScript (`crates/types`).
#[proc_macro_derive(TS, attributes(ts))]
pub fn ts(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

fn derive(input: &DeriveInput) -> Result<Tokens, Error> {
    let name = &input.ident;
    let (generics, types, bounds) = input.generics.split_for_impl();
    let body = match &input.data {
        Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) => {
            if let Some(attribute) = of_serde(&input.attrs).next() {
                return Err(Error::new(
                    attribute.span(),
                    "the parts of this would be named otherwise than here",
                ));
            }
            let parts = fields.named.iter().map(part).collect::<Result<Vec<_>, _>>()?;
            quote! {
                fn since<C: ::table::Changes>(&self, before: &Self, changes: &mut C) {
                    changes.parts(self, |changes| { #(#parts)* });
                }
            }
        }
        _ => Tokens::new(),
    };
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::table::Since for #name #types #bounds { #body }
    })
}

/// Tells of one field, if it has changed.
fn part(field: &Field) -> Result<Tokens, Error> {
    let ident = field.ident.as_ref().ok_or_else(|| Error::new(field.span(), "a field without a name"))?;
    let mut name = ident.to_string();
    for attribute in of_serde(&field.attrs) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("rename") {
                return Err(
                    meta.error("a field that may be left out, or is written otherwise, cannot be compared")
                );
            }
            name = meta.value()?.parse::<LitStr>()?.value();
            Ok(())
        })?;
    }
    Ok(quote! {
        if self.#ident != before.#ident {
            changes.part(#name, &self.#ident, &before.#ident);
        }
    })
}

fn of_serde(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("serde"))
}
