//! Reads the golden batches: one JSON object a line, gzip over all.

use std::io::Read;

use protocol::compress::Codec;
use protocol::records::TimestampType;
use serde_json::Value;

/// One batch as bytes, and what Kafka says of it.
pub struct Golden {
    pub bytes: Vec<u8>,
    pub fields: Value,
}

impl Golden {
    pub fn all() -> Vec<Self> {
        let packed = include_bytes!("../data/records/batches.jsonl.gz");
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        text.lines()
            .map(|line| {
                let fields: Value = serde_json::from_str(line).unwrap();
                let hex = fields["hex"].as_str().unwrap().as_bytes();
                let digit = |digit: u8| (digit as char).to_digit(16).unwrap() as u8;
                let bytes = hex.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect();
                Self { bytes, fields }
            })
            .collect()
    }

    pub fn name(&self) -> &str {
        self.fields["name"].as_str().unwrap()
    }

    pub fn int(&self, field: &str) -> i64 {
        self.fields[field].as_i64().unwrap_or_else(|| panic!("{} has no {field}", self.name()))
    }

    pub fn maybe_int(&self, field: &str) -> Option<i64> {
        self.fields[field].as_i64()
    }

    pub fn flag(&self, field: &str) -> bool {
        self.fields[field].as_bool().unwrap()
    }

    pub fn magic(&self) -> i64 {
        self.int("magic")
    }

    pub fn codec(&self) -> Codec {
        match self.fields["codec"].as_str().unwrap() {
            "none" => Codec::None,
            "gzip" => Codec::Gzip,
            "snappy" => Codec::Snappy,
            "lz4" => Codec::Lz4,
            "zstd" => Codec::Zstd,
            other => panic!("codec {other}"),
        }
    }

    pub fn timestamp_type(&self) -> TimestampType {
        match self.fields["timestamp_type"].as_str().unwrap() {
            "CreateTime" => TimestampType::CreateTime,
            "LogAppendTime" => TimestampType::LogAppendTime,
            other => panic!("timestamp type {other}"),
        }
    }
}

/// Bytes in base64; `None` for null.
pub fn base64(text: &Value) -> Option<Vec<u8>> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0u32, 0, Vec::new());
    for digit in text.as_str()?.bytes().filter(|&digit| digit != b'=') {
        bits = bits << 6 | DIGITS.iter().position(|&known| known == digit).unwrap() as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}
