package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.properties.BadProperty;
import io.delayqueue.properties.PropertyMetadata;
import io.delayqueue.properties.StartupFailures;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/**
 * Properties of this module with invalid values: the application does not start, and the message names the property and the
 * reason.
 */
class WebBadPropertiesTests {

    /** Case: name, value, and the reason in the message. */
    private static final String TABLE = """
            enabled                    | ture           | Invalid boolean value 'ture'
            path                       | delayqueue     | delayqueue.web.path {path}delayqueue
            path                       | /delayqueue/   | delayqueue.web.path {path}/delayqueue/
            path                       | /              | delayqueue.web.path {path}/
            path                       | /a b           | delayqueue.web.path {path}/a b
            path                       | /{group}       | delayqueue.web.path {path}/{group}
            path                       | /**            | delayqueue.web.path {path}/**
            max-streams                | many           | For input string: "many"
            max-streams                | 0              | delayqueue.web.max-streams must be at least 1, but is 0
            max-body-size              | big            | 'big' does not match data size pattern
            max-body-size              | 0B             | delayqueue.web.max-body-size must be at least 1B, but is 0B
            max-batch                  | many           | For input string: "many"
            max-batch                  | 0              | delayqueue.web.max-batch must be at least 1, but is 0
            max-long-polls             | 0              | delayqueue.web.max-long-polls must be at least 1, but is 0
            max-wait                   | -1s            | delayqueue.web.max-wait must be from 0 to 36,500 days, but is -1s
            allow-unauthenticated      | perhaps        | Invalid boolean value 'perhaps'
            allow-unauthenticated      |                | A null value cannot be assigned to a primitive type
            allowed-hosts              | http://ops     | delayqueue.web.allowed-hosts must be host names without scheme and port, or *, but holds 'http://ops'
            allowed-hosts              | ops:8080       | delayqueue.web.allowed-hosts must be host names without scheme and port, or *, but holds 'ops:8080'
            viewer-role                |                | delayqueue.web.viewer-role must be a name without white space, but is ''
            viewer-role                | see all        | delayqueue.web.viewer-role must be a name without white space, but is 'see all'
            operator-role              |                | delayqueue.web.operator-role must be a name without white space, but is ''
            read-only                  | perhaps        | Invalid boolean value 'perhaps'
            mask-payload               | perhaps        | Invalid boolean value 'perhaps'
            login-page                 | login          | delayqueue.web.login-page {page}'login'
            login-page                 | //evil.example | delayqueue.web.login-page {page}'//evil.example'
            login-page                 | /\\\\evil.example | delayqueue.web.login-page {page}'/\\\\evil.example'
            login-page                 | javascript:a   | delayqueue.web.login-page {page}'javascript:a'
            login-page                 | https:///a     | delayqueue.web.login-page {page}'https:///a'
            logout-page                | /log out       | delayqueue.web.logout-page {page}'/log out'
            """;

    private static final String PATH =
            "must begin with a slash, not end with one, and have letters, digits, '.', '_', '~' and '-' in between, but is ";

    private static final String PAGE = "must be a path that begins with one slash, or a URL of http or https, but is ";

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(All.class);

    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan("io.delayqueue.web")
    static class All {}

    static Stream<BadProperty> table() {
        return BadProperty.table("delayqueue.web.", TABLE, Map.of("{path}", PATH, "{page}", PAGE));
    }

    @ParameterizedTest
    @MethodSource("table")
    void startShouldFailAndNameThePropertyAndTheReason(BadProperty property) {
        runner.withPropertyValues(property.toString()).run(context -> {
            assertThat(context).hasFailed();
            assertThat(StartupFailures.reason(context.getStartupFailure())).isEqualTo(property.reason());
        });
    }

    @Test
    void everyPropertyShouldBeInTheTable() {
        assertThat(table().map(BadProperty::name).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(
                        PropertyMetadata.all("delayqueue.web.").keySet());
    }

    @Test
    void addressesShouldBeTaken() {
        runner.withPropertyValues(
                        "delayqueue.web.login-page=/oauth2/authorization/company",
                        "delayqueue.web.logout-page=https://login.example:8443/logout?from=queue")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
