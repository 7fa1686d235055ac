package io.delayqueue.web;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.delayqueue.testing.ModuleRules;
import io.delayqueue.web.api.DelayQueueWebApiAutoConfiguration;
import io.delayqueue.web.api.TopicView;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ApiJson;
import io.delayqueue.web.api.mvc.ApiPath;
import io.delayqueue.web.api.mvc.ApiProblems;
import io.delayqueue.web.api.mvc.DelayQueueWebMvcAutoConfiguration;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import io.delayqueue.web.api.mvc.Problems;
import io.delayqueue.web.api.mvc.RawJson;
import io.delayqueue.web.audit.AuditLog;
import io.delayqueue.web.audit.AuditNote;
import io.delayqueue.web.consume.DelayQueueWebConsumeAutoConfiguration;
import io.delayqueue.web.dashboard.DashboardAutoConfiguration;
import io.delayqueue.web.live.sample.CallBudget;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.Sampler;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import io.delayqueue.web.live.stream.DelayQueueWebLiveAutoConfiguration;
import io.delayqueue.web.security.DelayQueueSecurityFilterChainAutoConfiguration;
import io.delayqueue.web.security.DelayQueueWebSecurityAutoConfiguration;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMapping;

class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super("io.delayqueue.web");
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
        assertThat(module.stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName))
                .containsExactlyInAnyOrder(
                        DelayQueueWebAutoConfiguration.class.getName(),
                        DelayQueueWebProperties.class.getName(),
                        WebQueues.class.getName(),
                        PayloadMask.class.getName(),
                        AuditLog.class.getName(),
                        AuditNote.class.getName(),
                        DelayQueueWebSecurityAutoConfiguration.class.getName(),
                        DelayQueueSecurityFilterChainAutoConfiguration.class.getName(),
                        DelayQueueWebConsumeAutoConfiguration.class.getName(),
                        ApiController.class.getName(),
                        ApiJson.class.getName(),
                        ApiPath.class.getName(),
                        ApiProblems.class.getName(),
                        DelayQueueWebApiAutoConfiguration.class.getName(),
                        DelayQueueWebMvcAutoConfiguration.class.getName(),
                        ProblemException.class.getName(),
                        ProblemType.class.getName(),
                        Problems.class.getName(),
                        RawJson.class.getName(),
                        TopicView.class.getName(),
                        CallBudget.class.getName(),
                        GroupSample.class.getName(),
                        GroupView.class.getName(),
                        LiveThreads.class.getName(),
                        Sampler.class.getName(),
                        Throughput.class.getName(),
                        TopicRow.class.getName(),
                        DelayQueueWebLiveAutoConfiguration.class.getName(),
                        DashboardAutoConfiguration.class.getName());
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
                        ".*\\.(live\\.sample\\.(LiveThreads|Sampler)|live\\.stream\\.LiveStreams|consume\\.LongPolls|consume\\.GiveBacks)(\\$.*)?")
                .should()
                .dependOnClassesThat(are(assignableTo(Thread.class).or(assignableTo(Executor.class))))
                .check(module);
    }
}
