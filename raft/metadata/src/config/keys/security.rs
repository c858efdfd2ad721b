//! Broker keys of TLS, SASL and delegation tokens.
//!
//! Data only, in the order in which Kafka defines them. A listener that would need them is refused by name, so alone they
//! change nothing.

use crate::config::key::{
    Key, Listener, Rule, boolean, class, double, int, list, long, password, short, string,
};

pub(super) const SECURITY: &[Key] = &[
    long("connections.max.reauth.ms", "0").listener(Listener::Mechanism),
    int("sasl.server.max.receive.size", "524288").listener(Listener::Static).tuning(),
    string("security.providers", "")
        .or_null()
        .refused_unless(&[""], "security providers written in Java cannot be loaded"),
    class(
        "principal.builder.class",
        "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder",
    )
    .per_broker()
    .listener(Listener::Dynamic)
    .refused("principal builders written in Java cannot be loaded"),
    string("ssl.client.auth", "none")
        .one_of(&["required", "requested", "none"])
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    string("ssl.principal.mapping.rules", "DEFAULT").listener(Listener::Static).tuning(),
    boolean("ssl.allow.dn.changes", "false").listener(Listener::Static).tuning(),
    boolean("ssl.allow.san.changes", "false").listener(Listener::Static).tuning(),
    string("ssl.protocol", "TLSv1.3").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.provider", "").or_null().per_broker().listener(Listener::Dynamic).tuning(),
    list("ssl.enabled.protocols", "TLSv1.2,TLSv1.3").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.keystore.type", "JKS").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.keystore.location", "").or_null().per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.keystore.password").per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.key.password").per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.keystore.key").per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.keystore.certificate.chain").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.truststore.type", "JKS").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.truststore.location", "").or_null().per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.truststore.password").per_broker().listener(Listener::Dynamic).tuning(),
    password("ssl.truststore.certificates").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.keymanager.algorithm", "SunX509").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.trustmanager.algorithm", "PKIX").per_broker().listener(Listener::Dynamic).tuning(),
    string("ssl.endpoint.identification.algorithm", "https")
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    string("ssl.secure.random.implementation", "")
        .or_null()
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    list("ssl.cipher.suites", "").per_broker().listener(Listener::Dynamic).tuning(),
    class("ssl.engine.factory.class", "").or_null().per_broker().listener(Listener::Dynamic).tuning(),
    string("sasl.mechanism.inter.broker.protocol", "GSSAPI")
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    list("sasl.enabled.mechanisms", "GSSAPI").per_broker().listener(Listener::Dynamic).tuning(),
    class("sasl.server.callback.handler.class", "").or_null().listener(Listener::Mechanism).tuning(),
    list("sasl.kerberos.principal.to.local.rules", "DEFAULT")
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    password("sasl.jaas.config").per_broker().listener(Listener::Mechanism).tuning(),
    class("sasl.client.callback.handler.class", "").or_null().listener(Listener::Static).tuning(),
    class("sasl.login.class", "").or_null().listener(Listener::Mechanism).tuning(),
    class("sasl.login.callback.handler.class", "").or_null().listener(Listener::Mechanism).tuning(),
    string("sasl.kerberos.service.name", "").or_null().per_broker().listener(Listener::Dynamic).tuning(),
    string("sasl.kerberos.kinit.cmd", "/usr/bin/kinit").per_broker().listener(Listener::Dynamic).tuning(),
    double("sasl.kerberos.ticket.renew.window.factor", "0.8")
        .per_broker()
        .listener(Listener::Dynamic)
        .tuning(),
    double("sasl.kerberos.ticket.renew.jitter", "0.05").per_broker().listener(Listener::Dynamic).tuning(),
    long("sasl.kerberos.min.time.before.relogin", "60000").per_broker().listener(Listener::Dynamic).tuning(),
    double("sasl.login.refresh.window.factor", "0.8").per_broker().listener(Listener::Dynamic).tuning(),
    double("sasl.login.refresh.window.jitter", "0.05").per_broker().listener(Listener::Dynamic).tuning(),
    short("sasl.login.refresh.min.period.seconds", "60").per_broker().listener(Listener::Dynamic).tuning(),
    short("sasl.login.refresh.buffer.seconds", "300").per_broker().listener(Listener::Dynamic).tuning(),
    int("sasl.login.connect.timeout.ms", "").or_null().listener(Listener::Static).tuning(),
    int("sasl.login.read.timeout.ms", "").or_null().listener(Listener::Static).tuning(),
    long("sasl.login.retry.backoff.max.ms", "10000").listener(Listener::Static).tuning(),
    long("sasl.login.retry.backoff.ms", "100").listener(Listener::Static).tuning(),
    class(
        "sasl.oauthbearer.jwt.retriever.class",
        "org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever",
    )
    .listener(Listener::Static)
    .tuning(),
    class(
        "sasl.oauthbearer.jwt.validator.class",
        "org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator",
    )
    .listener(Listener::Static)
    .tuning(),
    string("sasl.oauthbearer.scope", "").or_null().listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.client.credentials.client.id", "").or_null().listener(Listener::Static).tuning(),
    password("sasl.oauthbearer.client.credentials.client.secret").listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.assertion.algorithm", "RS256")
        .rule(Rule::OneOfIgnoringCase(&["ES256", "RS256"]))
        .listener(Listener::Static)
        .tuning(),
    string("sasl.oauthbearer.assertion.claim.aud", "").or_null().listener(Listener::Static).tuning(),
    int("sasl.oauthbearer.assertion.claim.exp.seconds", "300")
        .between(0.0, 86400.0)
        .listener(Listener::Static)
        .tuning(),
    string("sasl.oauthbearer.assertion.claim.iss", "").or_null().listener(Listener::Static).tuning(),
    boolean("sasl.oauthbearer.assertion.claim.jti.include", "false").listener(Listener::Static).tuning(),
    int("sasl.oauthbearer.assertion.claim.nbf.seconds", "60")
        .between(0.0, 3600.0)
        .listener(Listener::Static)
        .tuning(),
    string("sasl.oauthbearer.assertion.claim.sub", "").or_null().listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.assertion.file", "").or_null().listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.assertion.private.key.file", "").or_null().listener(Listener::Static).tuning(),
    password("sasl.oauthbearer.assertion.private.key.passphrase").listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.assertion.template.file", "").or_null().listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.scope.claim.name", "scope").listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.sub.claim.name", "sub").listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.token.endpoint.url", "").or_null().listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.jwks.endpoint.url", "").or_null().listener(Listener::Static).tuning(),
    long("sasl.oauthbearer.jwks.endpoint.refresh.ms", "3600000").listener(Listener::Static).tuning(),
    long("sasl.oauthbearer.jwks.endpoint.retry.backoff.ms", "100").listener(Listener::Static).tuning(),
    long("sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms", "10000").listener(Listener::Static).tuning(),
    int("sasl.oauthbearer.clock.skew.seconds", "30").listener(Listener::Static).tuning(),
    boolean("sasl.oauthbearer.allow.unverified.audience", "false").listener(Listener::Static).tuning(),
    list("sasl.oauthbearer.expected.audience", "").listener(Listener::Static).tuning(),
    boolean("sasl.oauthbearer.allow.unverified.issuer", "false").listener(Listener::Static).tuning(),
    string("sasl.oauthbearer.expected.issuer", "").or_null().listener(Listener::Static).tuning(),
];

pub(super) const DELEGATION_TOKEN: &[Key] = &[
    password("delegation.token.secret.key").refused_unless(&[""], "delegation tokens are not built yet"),
    long("delegation.token.max.lifetime.ms", "604800000").at_least(1).tuning(),
    long("delegation.token.expiry.time.ms", "86400000").at_least(1).tuning(),
    long("delegation.token.expiry.check.interval.ms", "3600000").at_least(1).tuning(),
];
