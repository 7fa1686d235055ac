package io.delayqueue.jdbc;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.ModuleRules;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super("io.delayqueue.jdbc");
    }

    @Override
    protected int maxTokens() {
        return 15_800;
    }

    /** Public types. Adding one is a decision that is recorded here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(publicTypes("io.delayqueue.jdbc"))
                .containsExactlyInAnyOrder(
                        "DelayQueueJdbcAutoConfiguration",
                        "DelayQueueJdbcMonitoringAutoConfiguration",
                        "DelayQueueJdbcProperties",
                        "JdbcQueueProperties",
                        "JdbcQueueProperties$OnceGuardProperties",
                        "JdbcQueueProperties$Outbox",
                        "JdbcQueueProperties$Transactions",
                        "OnceGuard",
                        "OnceGuardBusyException",
                        "OnceGuardConflictException");
    }

    /** The store is behind its port, whatever it is. */
    @Test
    void nothingShouldKnowRedis() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("redis.clients..", "io.delayqueue.redis..")
                .check(module);
    }

    @Test
    void threadsShouldBeThoseOfTheWorkerAndOfRepeatedSteps() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(OutboxWorker|RepeatedStep)")
                .should()
                .dependOnClassesThat(are(assignableTo(Thread.class).or(assignableTo(Executor.class))))
                .check(module);
    }

    @Test
    void onlyTheFlushShouldKnowEntities() {
        noClasses()
                .that()
                .doNotHaveSimpleName("EntityFlush")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.persistence..", "org.springframework.orm..", "org.hibernate..")
                .check(module);
    }
}
