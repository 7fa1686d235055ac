package io.delayqueue.web;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.ModuleRules;
import io.delayqueue.web.api.mvc.ApiController;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMapping;

class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super("io.delayqueue.web");
    }

    @Override
    protected int maxTokens() {
        return 45_600;
    }

    /** Controllers are found by the mapping of the API only, not by component scans, mappings or aspects of the application. */
    @Test
    void controllersShouldBeThoseOfTheApiAndPackagePrivate() {
        classes()
                .that()
                .implement(ApiController.class)
                .should()
                .bePackagePrivate()
                .check(module);
        methods()
                .that()
                .areMetaAnnotatedWith(RequestMapping.class)
                .or()
                .areAnnotatedWith(RequestMapping.class)
                .should()
                .beDeclaredInClassesThat()
                .implement(ApiController.class)
                .check(module);
        noClasses()
                .that()
                .implement(ApiController.class)
                .should()
                .beMetaAnnotatedWith(Component.class)
                .orShould()
                .beAnnotatedWith(RequestMapping.class)
                .check(module);
    }

    /** Public types. Adding one is a decision that is recorded here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(publicTypes("io.delayqueue.web"))
                .containsExactlyInAnyOrder(
                        "DelayQueueWebAutoConfiguration",
                        "MissingWebMvcAutoConfiguration",
                        "DelayQueueWebProperties",
                        "PayloadMask",
                        "WebQueues",
                        "api.DelayQueueWebApiAutoConfiguration",
                        "api.TopicView",
                        "api.mvc.ApiController",
                        "api.mvc.ApiJson",
                        "api.mvc.ApiPath",
                        "api.mvc.ApiProblems",
                        "api.mvc.DelayQueueWebMvcAutoConfiguration",
                        "api.mvc.ProblemException",
                        "api.mvc.ProblemType",
                        "api.mvc.Problems",
                        "api.mvc.RawJson",
                        "api.mvc.SharedAnswers",
                        "audit.AuditLog",
                        "audit.AuditNote",
                        "consume.DelayQueueWebConsumeAutoConfiguration",
                        "dashboard.DashboardAutoConfiguration",
                        "live.sample.GroupSample",
                        "live.sample.GroupView",
                        "live.sample.LiveThreads",
                        "live.sample.Sample",
                        "live.sample.Sampler",
                        "live.sample.Throughput",
                        "live.sample.TopicRow",
                        "live.sample.Wanted",
                        "live.sample.WorkRecorder",
                        "live.stream.DelayQueueWebLiveAutoConfiguration",
                        "security.DelayQueueSecurityFilterChainAutoConfiguration",
                        "security.DelayQueueWebSecurityAutoConfiguration");
    }

    @Test
    void nothingShouldKnowRedis() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("redis.clients..", "io.delayqueue.redis..", "io.delayqueue.store..")
                .check(module);
    }

    @Test
    void threadsShouldBeLeftToTheEngineAndTheServerButForThoseThatWaitAndWrite() {
        noClasses()
                .that()
                // Have all threads of the streams and of waiting requests, and the one that releases tasks. A sampler's
                // caches run their maintenance in the thread of their reader.
                .haveNameNotMatching(
                        ".*\\.(api\\.mvc\\.SharedAnswers|live\\.sample\\.(LiveThreads|Sampler)|live\\.stream\\.LiveStreams|consume\\.LongPolls|consume\\.GiveBacks)(\\$.*)?")
                .should()
                .dependOnClassesThat(are(assignableTo(Thread.class).or(assignableTo(Executor.class))))
                .check(module);
    }
}
