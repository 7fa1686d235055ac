package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

class DelayQueueWebPropertiesTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(Properties.class);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(DelayQueueWebProperties.class)
    static class Properties {}

    @Test
    void defaultsShouldBeThoseOfTheDocs() {
        runner.run(context -> {
            DelayQueueWebProperties properties = context.getBean(DelayQueueWebProperties.class);
            assertThat(properties.path()).isEqualTo("/delayqueue");
            assertThat(properties.maxBodySize()).isEqualTo(DataSize.ofMegabytes(2));
            assertThat(properties.maxBatch()).isEqualTo(500);
            assertThat(properties.maxStreams()).isEqualTo(50);
            assertThat(properties.maxLongPolls()).isEqualTo(32);
            assertThat(properties.maxWait()).hasSeconds(30);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "path=queue, delayqueue.web.path must begin with a slash",
        "path=/queue/, delayqueue.web.path must begin with a slash",
        "path=/a b, delayqueue.web.path must begin with a slash",
        "max-body-size=0, delayqueue.web.max-body-size must be at least 1B",
        "max-batch=0, delayqueue.web.max-batch must be at least 1",
        "max-streams=0, delayqueue.web.max-streams must be at least 1",
        "max-long-polls=0, delayqueue.web.max-long-polls must be at least 1",
        "max-wait=-1s, delayqueue.web.max-wait must be from 0 to",
        "max-wait=36501d, delayqueue.web.max-wait must be from 0 to",
    })
    void valueThatBreaksItsRuleShouldFailWithTheRule(String property, String rule) {
        runner.withPropertyValues("delayqueue.web." + property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageStartingWith(rule));
    }
}
