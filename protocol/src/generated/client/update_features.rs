//! `UpdateFeaturesRequest` and `UpdateFeaturesResponse`. From `schema/client/057-update_features.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `UpdateFeaturesRequest`, API key 57, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateFeaturesRequest<'a> {
    pub timeout_ms: i32,
    pub feature_updates: Vec<FeatureUpdateKey<'a>>,
    /// From version 1.
    pub validate_only: bool,
}
impl Default for UpdateFeaturesRequest<'_> {
    fn default() -> Self {
        Self { timeout_ms: 60000, feature_updates: Vec::new(), validate_only: false }
    }
}
impl<'a> UpdateFeaturesRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.timeout_ms = r.i32()?;
        x.feature_updates = r.array(flex, 5, |r| FeatureUpdateKey::decode(r, v))?;
        if v >= 1 {
            x.validate_only = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.timeout_ms);
        put_array(out, &self.feature_updates, flex, |out, x| x.encode(out, v))?;
        if v < 1 && self.validate_only {
            return Err(EncodeError::Unsupported("validate_only"));
        }
        if v >= 1 {
            put_bool(out, self.validate_only);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UpdateFeaturesRequest<'static> {
        UpdateFeaturesRequest {
            timeout_ms: self.timeout_ms,
            feature_updates: self.feature_updates.into_iter().map(FeatureUpdateKey::into_owned).collect(),
            validate_only: self.validate_only,
        }
    }
}
/// Part of `UpdateFeaturesRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureUpdateKey<'a> {
    pub feature: Cow<'a, str>,
    pub max_version_level: i16,
    /// In version 0 only.
    pub allow_downgrade: bool,
    /// From version 1.
    pub upgrade_type: i8,
}
impl Default for FeatureUpdateKey<'_> {
    fn default() -> Self {
        Self { feature: Cow::Borrowed(""), max_version_level: 0, allow_downgrade: false, upgrade_type: 1 }
    }
}
impl<'a> FeatureUpdateKey<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.feature = r.string(flex)?;
        x.max_version_level = r.i16()?;
        if v == 0 {
            x.allow_downgrade = r.bool()?;
        }
        if v >= 1 {
            x.upgrade_type = r.i8()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.feature, flex)?;
        put_i16(out, self.max_version_level);
        if v > 0 && self.allow_downgrade {
            return Err(EncodeError::Unsupported("allow_downgrade"));
        }
        if v == 0 {
            put_bool(out, self.allow_downgrade);
        }
        if v < 1 && self.upgrade_type != 1 {
            return Err(EncodeError::Unsupported("upgrade_type"));
        }
        if v >= 1 {
            put_i8(out, self.upgrade_type);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FeatureUpdateKey<'static> {
        FeatureUpdateKey {
            feature: own(self.feature),
            max_version_level: self.max_version_level,
            allow_downgrade: self.allow_downgrade,
            upgrade_type: self.upgrade_type,
        }
    }
}
impl<'a> Message<'a> for UpdateFeaturesRequest<'a> {
    const NAME: &'static str = "UpdateFeaturesRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
impl<'a> Request<'a> for UpdateFeaturesRequest<'a> {
    const KEY: ApiKey = ApiKey::UpdateFeatures;
    type Response<'r> = UpdateFeaturesResponse<'r>;
}
/// `UpdateFeaturesResponse`, API key 57, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateFeaturesResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    /// In versions 0 to 1.
    pub results: Vec<UpdatableFeatureResult<'a>>,
}
impl Default for UpdateFeaturesResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            results: Vec::new(),
        }
    }
}
impl<'a> UpdateFeaturesResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        if v <= 1 {
            x.results = r.array(flex, 5, |r| UpdatableFeatureResult::decode(r, v))?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        if v <= 1 {
            put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UpdateFeaturesResponse<'static> {
        UpdateFeaturesResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            results: self.results.into_iter().map(UpdatableFeatureResult::into_owned).collect(),
        }
    }
}
/// Part of `UpdateFeaturesResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdatableFeatureResult<'a> {
    pub feature: Cow<'a, str>,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for UpdatableFeatureResult<'_> {
    fn default() -> Self {
        Self { feature: Cow::Borrowed(""), error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> UpdatableFeatureResult<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.feature = r.string(flex)?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.feature, flex)?;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UpdatableFeatureResult<'static> {
        UpdatableFeatureResult {
            feature: own(self.feature),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for UpdateFeaturesResponse<'a> {
    const NAME: &'static str = "UpdateFeaturesResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
