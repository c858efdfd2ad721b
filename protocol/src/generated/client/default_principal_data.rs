//! `DefaultPrincipalData`. From `schema/client/default_principal_data.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bool, put_string};
use std::borrow::Cow;

/// `DefaultPrincipalData`, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DefaultPrincipalData<'a> {
    pub type_: Cow<'a, str>,
    pub name: Cow<'a, str>,
    pub token_authenticated: bool,
}
impl<'a> DefaultPrincipalData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.type_ = r.string(flex)?;
        x.name = r.string(flex)?;
        x.token_authenticated = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.type_, flex)?;
        put_string(out, &self.name, flex)?;
        put_bool(out, self.token_authenticated);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DefaultPrincipalData<'static> {
        DefaultPrincipalData {
            type_: own(self.type_),
            name: own(self.name),
            token_authenticated: self.token_authenticated,
        }
    }
}
impl<'a> Message<'a> for DefaultPrincipalData<'a> {
    const NAME: &'static str = "DefaultPrincipalData";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        true
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
