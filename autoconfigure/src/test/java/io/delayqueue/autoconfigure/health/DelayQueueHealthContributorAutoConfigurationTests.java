package io.delayqueue.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class DelayQueueHealthContributorAutoConfigurationTests {

    private static final String BEAN = "delayQueueHealthContributor";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueHealthContributorAutoConfiguration.class))
            .withUserConfiguration(Properties.class);

    private final ApplicationContextRunner oneQueue = runner.withUserConfiguration(OneQueue.class);

    @Test
    void runShouldCreateIndicator() {
        oneQueue.run(context -> assertThat(context.getBean(BEAN)).isInstanceOf(HealthIndicator.class));
    }

    @Test
    void runWhenDisabledShouldNotCreateIndicator() {
        oneQueue.withPropertyValues("management.health.delayqueue.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthContributor.class));
        oneQueue.withPropertyValues("management.health.defaults.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthContributor.class));
    }

    @Test
    void runWithoutQueueShouldNotCreateIndicator() {
        runner.run(context -> assertThat(context).doesNotHaveBean(HealthContributor.class));
    }

    @Test
    void runWithoutHealthShouldStart() {
        oneQueue.withClassLoader(new FilteredClassLoader(HealthContributor.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void runWhenUserHasAnIndicatorShouldBackOff() {
        HealthIndicator own = () -> Health.up().build();
        oneQueue.withBean("delayQueueHealthIndicator", HealthIndicator.class, () -> own)
                .run(context -> assertThat(context).hasSingleBean(HealthContributor.class));
    }

    @Test
    void runWithSeveralQueuesShouldCreateOneIndicatorForEachByName() {
        oneQueue.withUserConfiguration(OtherQueue.class).run(context -> {
            assertThat(context.getBean(BEAN)).isInstanceOf(CompositeHealthContributor.class);
            assertThat(context.getBean(BEAN, CompositeHealthContributor.class).stream())
                    .extracting(HealthContributors.Entry::name)
                    .containsExactly("default", "reports");
        });
    }

    @Test
    void queueShouldBeJudgedByItsOwnProperties() {
        DelayQueueEngine reports = mock(DelayQueueEngine.class);
        given(reports.name()).willReturn("reports");
        given(reports.extensions()).willReturn(mock(EngineExtensions.class));
        given(reports.status())
                .willReturn(new EngineStatus(
                        "reports", "one", "nowhere", null, true, null, null, null, List.of(), List.of(), Map.of(),
                        Set.of()));
        runner.withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withPropertyValues(
                        "delayqueue.default-queue=false",
                        "delayqueue.health.timeout=3s",
                        "delayqueue.queues.reports.health.timeout=7s")
                .withBean("reportsEngine", DelayQueueEngine.class, () -> reports, definition -> {
                    ((AbstractBeanDefinition) definition).setDefaultCandidate(false);
                    ((AbstractBeanDefinition) definition)
                            .addQualifier(new AutowireCandidateQualifier(Qualifier.class, "reports"));
                })
                .run(context -> {
                    context.getBean(HealthIndicator.class).health();
                    verify(reports).countTasks(List.of(), Duration.ofSeconds(7));
                });
    }

    @Test
    void scheduleThatIsDeadOrMissingShouldBeADetailAndNoReason() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class);
        given(engine.name()).willReturn("default");
        given(engine.status())
                .willReturn(new EngineStatus(
                        "default", "one", "nowhere", null, true, null, null, null, List.of(), List.of(), Map.of(),
                        Set.of()));
        runner.withBean(DelayQueueEngine.class, () -> engine).run(context -> {
            HealthIndicator indicator = context.getBean(HealthIndicator.class);
            assertThat(Objects.requireNonNull(indicator.health()).getDetails())
                    .doesNotContainKeys("deadSchedules", "missingSchedules");
            given(engine.deadSchedules()).willReturn(List.of("g/t dead"));
            given(engine.missingSchedules()).willReturn(List.of("g/t removed"));
            Health health = Objects.requireNonNull(indicator.health());
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("deadSchedules", List.of("g/t dead"))
                    .containsEntry("missingSchedules", List.of("g/t removed"));
        });
    }

    private static DelayQueueEngine engine(String name) {
        return DelayQueueEngine.builder(mock(Backend.class)).name(name).build();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(DelayQueueProperties.class)
    static class Properties {}

    @Configuration(proxyBeanMethods = false)
    static class OneQueue {
        @Bean
        DelayQueueEngine delayQueueEngine() {
            return engine("default");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherQueue {
        @Bean(defaultCandidate = false)
        DelayQueueEngine reportsEngine() {
            return engine("reports");
        }
    }
}
