package io.delayqueue.migrate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super("io.delayqueue.migrate");
    }

    @Override
    protected int maxTokens() {
        return 7_400;
    }

    /** Public types. Adding one is a decision that is recorded here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(publicTypes("io.delayqueue.migrate"))
                .containsExactlyInAnyOrder(
                        "Migration",
                        "Migration$Builder",
                        "Migration$Decoder",
                        "MigrationException",
                        "MigrationReport",
                        "MigrationReport$Figure",
                        "RedissonQueue",
                        "Rows",
                        "Rows$Row",
                        "RqueueQueue",
                        "SortedSet",
                        "TaskSource");
    }

    /** An application has one of the peers at most, and reads the bytes with its own codec. */
    @Test
    void nothingShouldKnowThePeers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.redisson..", "com.github.sonus21..", "org.springframework..", "java.sql..")
                .check(module);
    }

    /** The target is behind the port, whatever it is. */
    @Test
    void nothingShouldKnowTheStoreOnRedis() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.delayqueue.redis..")
                .check(module);
    }
}
