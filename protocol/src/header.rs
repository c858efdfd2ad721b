//! The headers before requests and responses.

use crate::api::{ApiKey, request_header_version, response_header_version};
use crate::wire::{DecodeError, EncodeError, Reader, Str, put_i16, put_i32, put_string_opt};

/// What stands before a request's body. The first three fields have the same place in both versions of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestHeader<'a> {
    /// The API as it came; it may not exist.
    pub key: i16,
    /// The version as it came; it may not exist.
    pub version: i16,
    /// What the response repeats.
    pub correlation_id: i32,
    /// The client's name for itself.
    pub client_id: Option<Str<'a>>,
}

impl<'a> RequestHeader<'a> {
    /// Reads the first eight bytes: key, version, correlation id. Leaves `r` behind them.
    pub fn decode_start(r: &mut Reader<'a>) -> Result<(i16, i16, i32), DecodeError> {
        Ok((r.i16()?, r.i16()?, r.i32()?))
    }

    /// Reads the header of a request whose API is known. The version need not be served: the header of an
    /// unknown high version is read as that of the highest.
    pub fn decode(r: &mut Reader<'a>) -> Result<Self, DecodeError> {
        let (key, version, correlation_id) = Self::decode_start(r)?;
        let header_version = request_header_version(ApiKey::try_from(key)?, version);
        // The client id keeps its two-byte length even in header version 2, and so can be read before the version is
        // understood.
        let client_id = r.str_opt(false)?;
        if header_version >= 2 {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(Self { key, version, correlation_id, client_id })
    }
}

/// Appends the header of a request.
pub fn put_request_header(
    out: &mut Vec<u8>,
    key: ApiKey,
    version: i16,
    correlation_id: i32,
    client_id: Option<&str>,
) -> Result<(), EncodeError> {
    put_i16(out, key.code());
    put_i16(out, version);
    put_i32(out, correlation_id);
    put_string_opt(out, client_id, false)?;
    if request_header_version(key, version) >= 2 {
        out.push(0);
    }
    Ok(())
}

/// Appends the header of a response.
pub fn put_response_header(out: &mut Vec<u8>, key: ApiKey, version: i16, correlation_id: i32) {
    put_i32(out, correlation_id);
    if response_header_version(key, version) >= 1 {
        out.push(0);
    }
}

/// Reads the header of a response to a request that is known; gives the correlation id.
pub fn read_response_header(r: &mut Reader<'_>, key: ApiKey, version: i16) -> Result<i32, DecodeError> {
    let correlation_id = r.i32()?;
    if response_header_version(key, version) >= 1 {
        r.tags(|_, _| Ok(false))?;
    }
    Ok(correlation_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_id_keeps_its_short_length_in_flexible_headers() {
        for (version, tail) in [(11, &b""[..]), (12, &b"\0"[..])] {
            let mut out = Vec::new();
            put_request_header(&mut out, ApiKey::Fetch, version, 7, Some("me")).unwrap();
            let expected = [&[0, 1, 0, version as u8, 0, 0, 0, 7, 0, 2, b'm', b'e'], tail].concat();
            assert_eq!(out, expected);
            let r = &mut Reader::new(&out);
            let header = RequestHeader::decode(r).unwrap();
            assert_eq!((header.key, header.version, header.correlation_id), (1, version, 7));
            assert_eq!(header.client_id.and_then(Str::to_str), Some("me"));
            assert_eq!(r.remaining(), 0);
        }
    }

    #[test]
    fn response_header_has_tags_except_for_api_versions() {
        for (key, version, size) in
            [(ApiKey::Fetch, 11, 4), (ApiKey::Fetch, 12, 5), (ApiKey::ApiVersions, 5, 4)]
        {
            let mut out = Vec::new();
            put_response_header(&mut out, key, version, 9);
            assert_eq!(out.len(), size);
            assert_eq!(read_response_header(&mut Reader::new(&out), key, version), Ok(9));
        }
    }
}
