package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** Conditions of the dashboard's security filter chain, and its effect on others. */
class ChainConditionTests {

    private static final String OURS = "delayQueueSecurityFilterChain";

    private static final String BOOTS = "defaultSecurityFilterChain";

    private final WebApplicationContextRunner bare = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    WebMvcAutoConfiguration.class,
                    DelayQueueWebSecurityAutoConfiguration.class,
                    DelayQueueSecurityFilterChainAutoConfiguration.class))
            .withUserConfiguration(WithQueue.class);

    private final WebApplicationContextRunner runner =
            bare.withConfiguration(AutoConfigurations.of(ServletWebSecurityAutoConfiguration.class));

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(DelayQueueWebProperties.class)
    static class WithQueue {
        @Bean
        WebQueues queues() {
            return mock(WebQueues.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class WithoutChain {}

    @Test
    void chainShouldComeFirstAndLeaveThatOfSpringBoot() {
        runner.run(context -> {
            assertThat(context.getBeanNamesForType(SecurityFilterChain.class)).containsExactlyInAnyOrder(OURS, BOOTS);
            assertThat(context.getBean("springSecurityFilterChain", FilterChainProxy.class)
                            .getFilterChains())
                    .containsExactly(
                            context.getBean(OURS, SecurityFilterChain.class),
                            context.getBean(BOOTS, SecurityFilterChain.class));
        });
    }

    @Test
    void chainOfTheApplicationShouldReplaceThatOfSpringBootOnly() {
        runner.withUserConfiguration(OwnChains.class)
                .run(context -> assertThat(context.getBeanNamesForType(SecurityFilterChain.class))
                        .containsExactlyInAnyOrder(OURS, "shopChain", "restChain"));
    }

    @Test
    void chainOfThatNameShouldReplaceIt() {
        runner.withUserConfiguration(OpenChain.class)
                .run(context -> assertThat(context.getBeanNamesForType(SecurityFilterChain.class))
                        .containsExactly(OURS));
    }

    /** Spring Security adds them to every chain. */
    @Test
    void originsThatTheApplicationTrustsShouldNotCountForTheChain() {
        runner.withBean(UrlBasedCorsConfigurationSource.class).run(context -> {
            assertThat(context.getBean(OURS, SecurityFilterChain.class).getFilters())
                    .noneMatch(CorsFilter.class::isInstance);
            assertThat(context.getBean(BOOTS, SecurityFilterChain.class).getFilters())
                    .anyMatch(CorsFilter.class::isInstance);
        });
    }

    /** Spring Security protects everything if there is no chain; one for the dashboard alone would open the rest. */
    @Test
    void chainShouldNotBeTheOnlyOne() {
        bare.withUserConfiguration(WithoutChain.class).run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(SecurityFilterChain.class)
                .hasBean("springSecurityFilterChain"));
    }

    @Test
    void applicationThatDoesNotUseSpringSecurityShouldStartAndLetNobodyIn() {
        bare.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(SecurityFilterChain.class)
                .hasBean("delayQueueApiAccess"));
    }

    @Test
    void thereShouldBeNothingWithoutAQueueToShow() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueWebSecurityAutoConfiguration.class,
                        DelayQueueSecurityFilterChainAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(AccessPolicy.class));
    }

    @Test
    void usersNeedNotLogInIfThatIsSaidWithSpringSecurityToo() {
        runner.withPropertyValues("delayqueue.web.allow-unauthenticated=true")
                .run(context -> assertThat(context).hasNotFailed().hasBean(OURS));
    }
}
