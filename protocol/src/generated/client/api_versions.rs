//! `ApiVersionsRequest` and `ApiVersionsResponse`. From `schema/client/018-api_versions.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bool, put_i16, put_i32, put_i64, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `ApiVersionsRequest`, API key 18, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsRequest<'a> {
    /// From version 3.
    pub client_software_name: Cow<'a, str>,
    /// From version 3.
    pub client_software_version: Cow<'a, str>,
    /// In version 5 only.
    pub cluster_id: Option<Cow<'a, str>>,
    /// In version 5 only.
    pub node_id: i32,
}
impl Default for ApiVersionsRequest<'_> {
    fn default() -> Self {
        Self {
            client_software_name: Cow::Borrowed(""),
            client_software_version: Cow::Borrowed(""),
            cluster_id: None,
            node_id: -1,
        }
    }
}
impl<'a> ApiVersionsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v >= 3 {
            x.client_software_name = r.string(flex)?;
        }
        if v >= 3 {
            x.client_software_version = r.string(flex)?;
        }
        if v == 5 {
            x.cluster_id = r.string_opt(flex)?;
        }
        if v == 5 {
            x.node_id = r.i32()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        if v >= 3 {
            put_string(out, &self.client_software_name, flex)?;
        }
        if v >= 3 {
            put_string(out, &self.client_software_version, flex)?;
        }
        if v == 5 {
            put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        }
        if v == 5 {
            put_i32(out, self.node_id);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ApiVersionsRequest<'static> {
        ApiVersionsRequest {
            client_software_name: own(self.client_software_name),
            client_software_version: own(self.client_software_version),
            cluster_id: self.cluster_id.map(own),
            node_id: self.node_id,
        }
    }
}
impl<'a> Message<'a> for ApiVersionsRequest<'a> {
    const NAME: &'static str = "ApiVersionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for ApiVersionsRequest<'a> {
    const KEY: ApiKey = ApiKey::ApiVersions;
    type Response<'r> = ApiVersionsResponse<'r>;
}
/// `ApiVersionsResponse`, API key 18, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiVersionsResponse<'a> {
    pub error_code: i16,
    pub api_keys: Vec<ApiVersion>,
    /// From version 1.
    pub throttle_time_ms: i32,
    /// From version 3.
    pub supported_features: Vec<SupportedFeatureKey<'a>>,
    /// From version 3.
    pub finalized_features_epoch: i64,
    /// From version 3.
    pub finalized_features: Vec<FinalizedFeatureKey<'a>>,
    /// From version 3.
    pub zk_migration_ready: bool,
}
impl Default for ApiVersionsResponse<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            api_keys: Vec::new(),
            throttle_time_ms: 0,
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
        }
    }
}
impl<'a> ApiVersionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.api_keys = r.array(flex, 6, |r| ApiVersion::decode(r, v))?;
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.supported_features = r.array(true, 6, |r| SupportedFeatureKey::decode(r, v))?,
                    1 => x.finalized_features_epoch = r.i64()?,
                    2 => x.finalized_features = r.array(true, 6, |r| FinalizedFeatureKey::decode(r, v))?,
                    3 => x.zk_migration_ready = r.bool()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_i16(out, self.error_code);
        put_array(out, &self.api_keys, flex, |out, x| x.encode(out, v))?;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        if flex {
            let tags = Tags::begin(out);
            if !self.supported_features.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, &self.supported_features, true, |out, x| x.encode(out, v))
                })?;
            }
            if self.finalized_features_epoch != -1 {
                tags.put(out, 1, |out| {
                    put_i64(out, self.finalized_features_epoch);
                    Ok(())
                })?;
            }
            if !self.finalized_features.is_empty() {
                tags.put(out, 2, |out| {
                    put_array(out, &self.finalized_features, true, |out, x| x.encode(out, v))
                })?;
            }
            if self.zk_migration_ready {
                tags.put(out, 3, |out| {
                    put_bool(out, self.zk_migration_ready);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ApiVersionsResponse<'static> {
        ApiVersionsResponse {
            error_code: self.error_code,
            api_keys: self.api_keys,
            throttle_time_ms: self.throttle_time_ms,
            supported_features: self
                .supported_features
                .into_iter()
                .map(SupportedFeatureKey::into_owned)
                .collect(),
            finalized_features_epoch: self.finalized_features_epoch,
            finalized_features: self
                .finalized_features
                .into_iter()
                .map(FinalizedFeatureKey::into_owned)
                .collect(),
            zk_migration_ready: self.zk_migration_ready,
        }
    }
}
/// Part of `ApiVersionsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ApiVersion {
    pub api_key: i16,
    pub min_version: i16,
    pub max_version: i16,
}
impl ApiVersion {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        x.api_key = r.i16()?;
        x.min_version = r.i16()?;
        x.max_version = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        put_i16(out, self.api_key);
        put_i16(out, self.min_version);
        put_i16(out, self.max_version);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
/// Part of `ApiVersionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SupportedFeatureKey<'a> {
    pub name: Cow<'a, str>,
    pub min_version: i16,
    pub max_version: i16,
}
impl<'a> SupportedFeatureKey<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.min_version = r.i16()?;
        x.max_version = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i16(out, self.min_version);
        put_i16(out, self.max_version);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SupportedFeatureKey<'static> {
        SupportedFeatureKey {
            name: own(self.name),
            min_version: self.min_version,
            max_version: self.max_version,
        }
    }
}
/// Part of `ApiVersionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FinalizedFeatureKey<'a> {
    pub name: Cow<'a, str>,
    pub max_version_level: i16,
    pub min_version_level: i16,
}
impl<'a> FinalizedFeatureKey<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.max_version_level = r.i16()?;
        x.min_version_level = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i16(out, self.max_version_level);
        put_i16(out, self.min_version_level);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FinalizedFeatureKey<'static> {
        FinalizedFeatureKey {
            name: own(self.name),
            max_version_level: self.max_version_level,
            min_version_level: self.min_version_level,
        }
    }
}
impl<'a> Message<'a> for ApiVersionsResponse<'a> {
    const NAME: &'static str = "ApiVersionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
