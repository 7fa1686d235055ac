package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Optional;
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
                        "AddResult",
                        "AddResult$Outcome",
                        "AuditFinding",
                        "AuditFinding$Kind",
                        "AuditFinding$Outcome",
                        "AuditReport",
                        "Callback",
                        "CronSchedule",
                        "DeadLetter",
                        "DeadLetterListener",
                        "DelayQueueException",
                        "DelayQueueInspector",
                        "DelayQueueService",
                        "ExponentialBackoff",
                        "FailedAttempt",
                        "FailedAttempt$Outcome",
                        "IfExists",
                        "InstanceCounters",
                        "InstanceInfo",
                        "InstanceTopic",
                        "InvalidTaskException",
                        "LatenessHistogram",
                        "Priority",
                        "NotPullableException",
                        "PullOptions",
                        "PulledTask",
                        "RejectTaskException",
                        "Repeat",
                        "Repeat$Cron",
                        "Repeat$FixedDelay",
                        "Repeat$FixedRate",
                        "RescheduleResult",
                        "RescheduleResult$Outcome",
                        "RetryPolicy",
                        "RetryTaskException",
                        "ServiceRegister",
                        "StaleTaskException",
                        "Task",
                        "TaskBuilder",
                        "Task$CallbackSpec",
                        "TaskCallback",
                        "TaskContext",
                        "TaskCounts",
                        "TaskError",
                        "TaskErrorHandler",
                        "TaskExistsException",
                        "TaskInfo",
                        "TaskInterceptor",
                        "TaskInvocation",
                        "TaskLease",
                        "TaskPage",
                        "TaskNotReplicatedException",
                        "TaskPuller",
                        "TaskState",
                        "TaskStoreException",
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
                        "AuditStore",
                        "AuditStore$Counters",
                        "AuditStore$Flaw",
                        "AuditStore$Page",
                        "Backend",
                        "DeadLetterRetention",
                        "Delivery",
                        "ExpectedTime",
                        "FailureSummary",
                        "TaskErrors",
                        "Handover",
                        "InstanceStore",
                        "InstanceStore$Beat",
                        "InstanceStore$Beats",
                        "NewTask",
                        "NewTask$AddMode",
                        "Outcome",
                        "Outcome$Dead",
                        "Outcome$Finished",
                        "Outcome$Kind",
                        "Outcome$NextOccurrence",
                        "Outcome$NextOccurrence$Timing",
                        "Outcome$Released",
                        "Outcome$Retry",
                        "PushResult",
                        "RegistryStore",
                        "Reservation",
                        "ReservedTask",
                        "Signals",
                        "StoreChecks",
                        "StoreFinding",
                        "StoreFinding$Kind",
                        "TaskDetail",
                        "TaskStore",
                        "TopicStore",
                        "StoredJson",
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
    void callbackShouldShowWhatTheEngineAndTheSpringModuleNeed() {
        assertThat(publicTypes("io.delayqueue.callback"))
                .containsExactlyInAnyOrder(
                        "AllowedCallbacks",
                        "CallbackInvoker",
                        "CallbackInvoker$Invocation",
                        "DuplicateCallbackException",
                        "ForeignTaskException",
                        "Millis",
                        "Receipt",
                        "TaskDetail",
                        "TaskDetail$CallbackReference",
                        "TaskReader",
                        "TaskWriter",
                        "TopicCallback",
                        "TopicCallbacks",
                        "TopicOptions",
                        "UnreadableTaskException");
    }

    @Test
    void engineShouldShowItselfItsSettingsAndWhatToHangIntoIt() {
        assertThat(publicTypes("io.delayqueue.engine"))
                .containsExactlyInAnyOrder(
                        "Agenda",
                        "DelayQueueEngine",
                        "DelayQueueEngineBuilder",
                        "CountsListener",
                        "EngineExtensions",
                        "EngineObserver",
                        "AddQueueLimits",
                        "EngineSettings",
                        "EngineStatus",
                        "EngineStatus$GroupStatus",
                        "EngineStatus$TopicStatus",
                        "EngineSteps",
                        "Stepper",
                        "Stepper$Attempt",
                        "Stepper$Call",
                        "TaskOutcome");
    }

    private static List<String> publicTypes(String javaPackage) {
        return CORE.stream()
                .filter(type -> type.getPackageName().equals(javaPackage) && isVisible(type))
                .map(type -> type.getName().substring(javaPackage.length() + 1))
                .toList();
    }

    private static boolean isVisible(JavaClass type) {
        Optional<JavaClass> outer = type.getEnclosingClass();
        return type.getModifiers().contains(JavaModifier.PUBLIC) && (outer.isEmpty() || isVisible(outer.get()));
    }
}
