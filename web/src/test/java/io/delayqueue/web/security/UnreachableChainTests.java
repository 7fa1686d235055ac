package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.diagnostics.FailingStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Filter chains of an application that conflict with that of the dashboard. */
@ExtendWith(OutputCaptureExtension.class)
class UnreachableChainTests {

    private final CapturedOutput output;

    UnreachableChainTests(CapturedOutput output) {
        this.output = output;
    }

    @Configuration(proxyBeanMethods = false)
    static class FirstOfAll {
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        SecurityFilterChain firstOfAll(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Another {
        @Bean
        @Order(0)
        SecurityFilterChain another(HttpSecurity http) {
            return http.securityMatcher("/ops/tasks/**").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NothingOfOurs {
        @Bean
        @Order(0)
        SecurityFilterChain all(HttpSecurity http) {
            return http.build();
        }

        @Bean
        @Order(1)
        SecurityFilterChain shop(HttpSecurity http) {
            return http.securityMatcher("/shop/**").build();
        }
    }

    private String report(Class<?> chains, String... arguments) {
        return FailingStart.report(
                output, new SpringApplication(WebApplication.class, WithUsers.class, chains), arguments);
    }

    @Test
    void chainForEverythingThatComesFirstShouldBeReportedWithARemedy() {
        assertThat(report(FirstOfAll.class, "--server.port=0"))
                .contains(
                        "comes before the bean delayQueueSecurityFilterChain, which is for /delayqueue/** and would never"
                                + " be used:\n")
                .contains("'firstOfAll'")
                .contains("such as @Order(0)")
                .doesNotContain("having filters");
    }

    @Test
    void anotherChainForTheDashboardShouldFailWithTheNameItNeeds() {
        assertThat(report(Another.class, "--server.port=0", "--delayqueue.web.path=/ops/tasks"))
                .contains("There are two security filter chains for /ops/tasks/**")
                .contains("'another'")
                .contains("Name the application's bean delayQueueSecurityFilterChain: then");
    }

    @Test
    void othersShouldBeLeftToSpringSecurity() {
        assertThat(report(NothingOfOurs.class, "--server.port=0")).isEqualTo("no report");
        assertThat(output).contains("/shop/**").doesNotContain("delayQueueSecurityFilterChain, which");
    }
}
