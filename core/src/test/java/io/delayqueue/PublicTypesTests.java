package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.testing.ModuleRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A new public type is a promise, and so a decision: make it here. */
class PublicTypesTests {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.delayqueue");

    @Test
    void rootShouldShowWhatUsersTouch() {
        assertThat(publicTypes("io.delayqueue"))
                .containsExactlyInAnyOrder(
                        "AddInterceptor",
                        "AddInterceptor$Addition",
                        "AddQueueFullException",
                        "AddQueueLimits",
                        "AddResult",
                        "AddResult$Outcome",
                        "BatchCallback",
                        "BatchFailedException",
                        "Callback",
                        "CronSchedule",
                        "DeadLetter",
                        "DeadLetterListener",
                        "DeadReason",
                        "DelayQueueException",
                        "DelayQueueService",
                        "ExponentialBackoff",
                        "FailedAttempt",
                        "FailedAttempt$Outcome",
                        "IfExists",
                        "InvalidSettingException",
                        "InvalidTaskException",
                        "Priority",
                        "RejectTaskException",
                        "RemoveResult",
                        "RemoveResult$Outcome",
                        "Repeat",
                        "Repeat$Cron",
                        "Repeat$FixedDelay",
                        "Repeat$FixedRate",
                        "RepeatResult",
                        "RepeatResult$Outcome",
                        "RescheduleResult",
                        "RescheduleResult$Outcome",
                        "RetryPolicy",
                        "RetryTaskException",
                        "RetryTaskException$Hold",
                        "ServiceRegister",
                        "ServiceRegister$Unregistration",
                        "Tag",
                        "TaggedTasks",
                        "Task",
                        "TaskBuilder",
                        "Task$CallbackSpec",
                        "Task$Data",
                        "Task$Delivery",
                        "Task$Options",
                        "TaskCallback",
                        "TaskContext",
                        "TaskCounts",
                        "TaskError",
                        "TaskErrorHandler",
                        "TaskExistsException",
                        "TaskInfo",
                        "TaskInfo$LastRun",
                        "TaskInterceptor",
                        "TaskInvocation",
                        "TaskMessage",
                        "TaskPage",
                        "TaskSchedule",
                        "TaskNotReplicatedException",
                        "TaskState",
                        "TaskStoreException",
                        "TaskStoreRefusalException",
                        "TaskStoreUnavailableException",
                        "TopicName",
                        "TopicOperations",
                        "TopicStep");
    }

    @Test
    void storeShouldShowThePort() {
        assertThat(publicTypes("io.delayqueue.store"))
                .containsExactlyInAnyOrder(
                        "AddStatus",
                        "AddStatus$Kind",
                        "AttemptRecord",
                        "AuditStore",
                        "AuditStore$Flaw",
                        "AuditStore$Page",
                        "Backend",
                        "Change",
                        "Change$Add",
                        "Change$Applied",
                        "Change$Remove",
                        "Change$Reschedule",
                        "Change$Result",
                        "DeadLetterRetention",
                        "Delivery",
                        "ExpectedTime",
                        "Failures",
                        "PushAndReserveResult",
                        "DeadLetterStore",
                        "InstanceStore",
                        "InstanceStore$StoredWork",
                        "InstanceStore$Heartbeats",
                        "HistoryStore",
                        "LimitStore",
                        "LimitStore$Changes",
                        "LimitStore$Declaration",
                        "NewTask",
                        "NewTask$AddMode",
                        "Outcome",
                        "Outcome$Dead",
                        "Outcome$Finished",
                        "Outcome$Hold",
                        "Outcome$Kind",
                        "Outcome$NextOccurrence",
                        "Outcome$NextOccurrence$Timing",
                        "Outcome$Released",
                        "Outcome$Retry",
                        "PushResult",
                        "RegistryStore",
                        "Reservation",
                        "ReservedTask",
                        "Rules",
                        "Rules$LeaseRule",
                        "Signals",
                        "TaskFilter",
                        "TaskDetail",
                        "TaskDetail$CallbackReference",
                        "TaskDetail$Label",
                        "TaskEdit",
                        "TaskEdit$Edited",
                        "TaskStore",
                        "TaskStore$CallLimit",
                        "TopicStore",
                        "TopicStore$Detail",
                        "TopicStore$DetailPage",
                        "DeadLetterStore$Failed",
                        "DeadLetterStore$FailurePage",
                        "RepeatJson",
                        "StoredJson",
                        "StoredOptions",
                        "StoredRecord",
                        "WakeUps",
                        "WakeUps$Listener",
                        "WakeUps$Subscription");
    }

    @Test
    void redisShouldShowItsEntranceOnly() {
        assertThat(publicTypes("io.delayqueue.redis"))
                .containsExactlyInAnyOrder("Durability", "RedisBackend", "RedisConnections");
    }

    @Test
    void pullShouldShowItsEntrance() {
        assertThat(publicTypes("io.delayqueue.pull"))
                .containsExactlyInAnyOrder(
                        "NotPullableException",
                        "PullOptions",
                        "PulledTask",
                        "StaleTaskException",
                        "TaskLease",
                        "TaskPuller");
    }

    @Test
    void monitorShouldShowWhatOperatorsRead() {
        assertThat(publicTypes("io.delayqueue.monitor"))
                .containsExactlyInAnyOrder(
                        "AttemptDurations",
                        "AuditFinding",
                        "AuditFinding$Kind",
                        "AuditFinding$Outcome",
                        "AuditReport",
                        "DeadLetterGroups",
                        "DeadLetterGroups$Group",
                        "DelayQueueInspector",
                        "EngineObserver",
                        "EngineStatus",
                        "EngineStatus$GroupStatus",
                        "EngineStatus$TopicStatus",
                        "ForecastListener",
                        "InstanceCounters",
                        "InstanceInfo",
                        "InstanceTopic",
                        "LatenessHistogram",
                        "PastWork",
                        "PayloadReport",
                        "RepeatingTasks",
                        "StoreFinding",
                        "StoreFinding$Kind",
                        "TaskOutcome",
                        "TaskWait",
                        "TaskWait$Reason",
                        "TopicCapacity",
                        "TopicKeys",
                        "TopicKeys$KeyTasks",
                        "TopicForecast",
                        "TopicForecast$DueTasks",
                        "TopicPayloads",
                        "UnreadablePayload");
    }

    @Test
    void limitShouldShowWhatLimitsAre() {
        assertThat(publicTypes("io.delayqueue.limit"))
                .containsExactlyInAnyOrder("KeyOrder", "KeyOrder$OnRetry", "Limit", "LimitInfo", "Rate", "TopicLimits");
    }

    @Test
    void historyShouldShowWhatIsKeptOfTasks() {
        assertThat(publicTypes("io.delayqueue.history"))
                .containsExactlyInAnyOrder(
                        "HistoryCounts",
                        "HistoryPage",
                        "HistoryQuery",
                        "HistoryRule",
                        "RecordFilter",
                        "RecordedOutcome",
                        "TaskRecord",
                        "TaskRecord$Details",
                        "TaskRecord$Progress",
                        "TopicHistory");
    }

    @Test
    void callbackShouldShowWhatDescribesCallbacks() {
        assertThat(publicTypes("io.delayqueue.callback"))
                .containsExactlyInAnyOrder(
                        "AllowedCallbacks",
                        "BatchOptions",
                        "DuplicateCallbackException",
                        "TopicCallback",
                        "TopicCallbacks",
                        "TopicOptions",
                        "TopicOptions$Builder",
                        "UnreadableTaskException",
                        "WhenExpired");
    }

    @Test
    void engineShouldShowItselfAndItsSettings() {
        assertThat(publicTypes("io.delayqueue.engine"))
                .containsExactlyInAnyOrder(
                        "DelayQueueEngine", "DelayQueueEngineBuilder", "EngineExtensions", "EngineSettings");
    }

    private static List<String> publicTypes(String javaPackage) {
        return CORE.stream()
                .filter(type -> type.getPackageName().equals(javaPackage) && ModuleRules.isVisible(type))
                .map(type -> type.getName().substring(javaPackage.length() + 1))
                .toList();
    }
}
