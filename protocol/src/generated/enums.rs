//! Constants that message fields hold. From `schema/enums.txt` by `protocol-codegen`; not to be edited.

use crate::enums::constants;
constants! {
/// Kafka's `AclOperation`.
AclOperation: i8 {
Unknown = 0 "UNKNOWN",
Any = 1 "ANY",
All = 2 "ALL",
Read = 3 "READ",
Write = 4 "WRITE",
Create = 5 "CREATE",
Delete = 6 "DELETE",
Alter = 7 "ALTER",
Describe = 8 "DESCRIBE",
ClusterAction = 9 "CLUSTER_ACTION",
DescribeConfigs = 10 "DESCRIBE_CONFIGS",
AlterConfigs = 11 "ALTER_CONFIGS",
IdempotentWrite = 12 "IDEMPOTENT_WRITE",
CreateTokens = 13 "CREATE_TOKENS",
DescribeTokens = 14 "DESCRIBE_TOKENS",
TwoPhaseCommit = 15 "TWO_PHASE_COMMIT",
} }
constants! {
/// Kafka's `AclPermissionType`.
AclPermissionType: i8 {
Unknown = 0 "UNKNOWN",
Any = 1 "ANY",
Deny = 2 "DENY",
Allow = 3 "ALLOW",
} }
constants! {
/// Kafka's `ResourceType`.
ResourceType: i8 {
Unknown = 0 "UNKNOWN",
Any = 1 "ANY",
Topic = 2 "TOPIC",
Group = 3 "GROUP",
Cluster = 4 "CLUSTER",
TransactionalId = 5 "TRANSACTIONAL_ID",
DelegationToken = 6 "DELEGATION_TOKEN",
User = 7 "USER",
} }
constants! {
/// Kafka's `PatternType`.
PatternType: i8 {
Unknown = 0 "UNKNOWN",
Any = 1 "ANY",
Match = 2 "MATCH",
Literal = 3 "LITERAL",
Prefixed = 4 "PREFIXED",
} }
constants! {
/// Kafka's `ConfigResource.Type`.
ConfigResourceType: i8 {
Group = 32 "GROUP",
ClientMetrics = 16 "CLIENT_METRICS",
BrokerLogger = 8 "BROKER_LOGGER",
Broker = 4 "BROKER",
Topic = 2 "TOPIC",
Unknown = 0 "UNKNOWN",
} }
constants! {
/// Kafka's `DescribeConfigsResponse.ConfigSource`.
ConfigSource: i8 {
Unknown = 0 "UNKNOWN",
TopicConfig = 1 "DYNAMIC_TOPIC_CONFIG",
DynamicBrokerConfig = 2 "DYNAMIC_BROKER_CONFIG",
DynamicDefaultBrokerConfig = 3 "DYNAMIC_DEFAULT_BROKER_CONFIG",
StaticBrokerConfig = 4 "STATIC_BROKER_CONFIG",
DefaultConfig = 5 "DEFAULT_CONFIG",
DynamicBrokerLoggerConfig = 6 "DYNAMIC_BROKER_LOGGER_CONFIG",
ClientMetricsConfig = 7 "DYNAMIC_CLIENT_METRICS_CONFIG",
GroupConfig = 8 "DYNAMIC_GROUP_CONFIG",
} }
constants! {
/// Kafka's `DescribeConfigsResponse.ConfigType`.
ConfigType: i8 {
Unknown = 0 "UNKNOWN",
Boolean = 1 "BOOLEAN",
String = 2 "STRING",
Int = 3 "INT",
Short = 4 "SHORT",
Long = 5 "LONG",
Double = 6 "DOUBLE",
List = 7 "LIST",
Class = 8 "CLASS",
Password = 9 "PASSWORD",
} }
constants! {
/// Kafka's `AlterConfigOp.OpType`.
AlterConfigOp: i8 {
Set = 0 "SET",
Delete = 1 "DELETE",
Append = 2 "APPEND",
Subtract = 3 "SUBTRACT",
} }
constants! {
/// Kafka's `ElectionType`.
ElectionType: i8 {
Preferred = 0 "PREFERRED",
Unclean = 1 "UNCLEAN",
} }
constants! {
/// Kafka's `IsolationLevel`.
IsolationLevel: i8 {
ReadUncommitted = 0 "READ_UNCOMMITTED",
ReadCommitted = 1 "READ_COMMITTED",
} }
constants! {
/// Kafka's `SecurityProtocol`.
SecurityProtocol: i16 {
Plaintext = 0 "PLAINTEXT",
Ssl = 1 "SSL",
SaslPlaintext = 2 "SASL_PLAINTEXT",
SaslSsl = 3 "SASL_SSL",
} }
constants! {
/// Kafka's `ScramMechanism`.
ScramMechanism: i8 {
ScramSha256 = 1 "SCRAM-SHA-256",
ScramSha512 = 2 "SCRAM-SHA-512",
} }
constants! {
/// Kafka's `FindCoordinatorRequest.CoordinatorType`.
CoordinatorType: i8 {
Group = 0 "GROUP",
Transaction = 1 "TRANSACTION",
Share = 2 "SHARE",
} }
constants! {
/// Kafka's `TransactionState`.
TransactionState: i8 {
Empty = 0 "Empty",
Ongoing = 1 "Ongoing",
PrepareCommit = 2 "PrepareCommit",
PrepareAbort = 3 "PrepareAbort",
CompleteCommit = 4 "CompleteCommit",
CompleteAbort = 5 "CompleteAbort",
Dead = 6 "Dead",
PrepareEpochFence = 7 "PrepareEpochFence",
} }
constants! {
/// Kafka's `GroupState`.
GroupState {
Unknown "Unknown",
PreparingRebalance "PreparingRebalance",
CompletingRebalance "CompletingRebalance",
Stable "Stable",
Dead "Dead",
Empty "Empty",
Assigning "Assigning",
Reconciling "Reconciling",
NotReady "NotReady",
} }
constants! {
/// Kafka's `GroupType`.
GroupType {
Unknown "Unknown",
Consumer "Consumer",
Classic "Classic",
Share "Share",
Streams "Streams",
} }
constants! {
/// Kafka's `MemberState`.
ConsumerMemberState: i8 {
Stable = 0 "STABLE",
UnrevokedPartitions = 1 "UNREVOKED_PARTITIONS",
UnreleasedPartitions = 2 "UNRELEASED_PARTITIONS",
Unknown = 127 "UNKNOWN",
} }
constants! {
/// Kafka's `MemberState`.
StreamsMemberState: i8 {
Stable = 1 "STABLE",
UnrevokedTasks = 2 "UNREVOKED_TASKS",
UnreleasedTasks = 3 "UNRELEASED_TASKS",
Unknown = 127 "UNKNOWN",
} }
constants! {
/// Kafka's `StreamsGroupHeartbeatResponse.Status`.
StreamsGroupStatus: i8 {
StaleTopology = 0 "STALE_TOPOLOGY",
MissingSourceTopics = 1 "MISSING_SOURCE_TOPICS",
IncorrectlyPartitionedTopics = 2 "INCORRECTLY_PARTITIONED_TOPICS",
MissingInternalTopics = 3 "MISSING_INTERNAL_TOPICS",
ShutdownApplication = 4 "SHUTDOWN_APPLICATION",
AssignmentDelayed = 5 "ASSIGNMENT_DELAYED",
MissingClientTags = 6 "MISSING_CLIENT_TAGS",
} }
constants! {
/// Kafka's `StreamsGroupTopologyDescriptionStatus`.
TopologyDescriptionStatus: i8 {
NotRequested = 0 "NOT_REQUESTED",
NotStored = 1 "NOT_STORED",
Error = 2 "ERROR",
Available = 3 "AVAILABLE",
} }
constants! {
/// Kafka's `AcknowledgeType`.
AcknowledgeType: i8 {
Accept = 1 "ACCEPT",
Release = 2 "RELEASE",
Reject = 3 "REJECT",
Renew = 4 "RENEW",
} }
constants! {
/// Kafka's `ShareAcquireMode`.
ShareAcquireMode: i8 {
BatchOptimized = 0 "batch_optimized",
RecordLimit = 1 "record_limit",
} }
constants! {
/// Kafka's `RecordState`.
ShareRecordState: i8 {
Available = 0 "AVAILABLE",
Acquired = 1 "ACQUIRED",
Acknowledged = 2 "ACKNOWLEDGED",
Archiving = 3 "ARCHIVING",
Archived = 4 "ARCHIVED",
} }
constants! {
/// Kafka's `FeatureUpdate.UpgradeType`.
UpgradeType: i8 {
Unknown = 0 "UNKNOWN",
Upgrade = 1 "UPGRADE",
SafeDowngrade = 2 "SAFE_DOWNGRADE",
UnsafeDowngrade = 3 "UNSAFE_DOWNGRADE",
} }
constants! {
/// Kafka's `EndpointType`.
EndpointType: i8 {
Unknown = 0 "UNKNOWN",
Broker = 1 "BROKER",
Controller = 2 "CONTROLLER",
} }
constants! {
/// Kafka's `LeaderRecoveryState`.
LeaderRecoveryState: i8 {
Recovered = 0 "RECOVERED",
Recovering = 1 "RECOVERING",
} }
constants! {
/// Kafka's `BrokerRegistrationFencingChange`.
FencingChange: i8 {
Fence = 1 "FENCE",
None = 0 "NONE",
Unfence = -1 "UNFENCE",
} }
constants! {
/// Kafka's `BrokerRegistrationInControlledShutdownChange`.
InControlledShutdownChange: i8 {
None = 0 "NONE",
InControlledShutdown = 1 "IN_CONTROLLED_SHUTDOWN",
} }
constants! {
/// Kafka's `RemoteLogSegmentState`.
RemoteLogSegmentState: i8 {
CopySegmentStarted = 0 "COPY_SEGMENT_STARTED",
CopySegmentFinished = 1 "COPY_SEGMENT_FINISHED",
DeleteSegmentStarted = 2 "DELETE_SEGMENT_STARTED",
DeleteSegmentFinished = 3 "DELETE_SEGMENT_FINISHED",
} }
constants! {
/// Kafka's `RemotePartitionDeleteState`.
RemotePartitionDeleteState: i8 {
DeletePartitionMarked = 0 "DELETE_PARTITION_MARKED",
DeletePartitionStarted = 1 "DELETE_PARTITION_STARTED",
DeletePartitionFinished = 2 "DELETE_PARTITION_FINISHED",
} }
constants! {
/// Kafka's `ControlRecordType`.
ControlRecordType: i16 {
Abort = 0 "ABORT",
Commit = 1 "COMMIT",
LeaderChange = 2 "LEADER_CHANGE",
SnapshotHeader = 3 "SNAPSHOT_HEADER",
SnapshotFooter = 4 "SNAPSHOT_FOOTER",
KraftVersion = 5 "KRAFT_VERSION",
KraftVoters = 6 "KRAFT_VOTERS",
Unknown = -1 "UNKNOWN",
} }
constants! {
/// Kafka's `BrokerState`.
BrokerState: i8 {
NotRunning = 0 "NOT_RUNNING",
Starting = 1 "STARTING",
Recovery = 2 "RECOVERY",
Running = 3 "RUNNING",
PendingControlledShutdown = 6 "PENDING_CONTROLLED_SHUTDOWN",
ShuttingDown = 7 "SHUTTING_DOWN",
Unknown = 127 "UNKNOWN",
} }
constants! {
/// Kafka's `ConsumerPartitionAssignor.RebalanceProtocol`.
RebalanceProtocol: i8 {
Eager = 0 "EAGER",
Cooperative = 1 "COOPERATIVE",
} }
constants! {
/// Kafka's `TimestampType`.
TimestampType: i8 {
NoTimestampType = -1 "NoTimestampType",
CreateTime = 0 "CreateTime",
LogAppendTime = 1 "LogAppendTime",
} }
