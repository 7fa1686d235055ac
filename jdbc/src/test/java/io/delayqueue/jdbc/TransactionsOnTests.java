package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

class TransactionsOnTests {

    private static final String ENABLED = "delayqueue.transactions.enabled";

    private final MockEnvironment environment = new MockEnvironment();

    private String enabled() {
        new TransactionsOn().postProcessEnvironment(environment, new SpringApplication());
        return environment.getProperty(ENABLED);
    }

    @Test
    void unsetPropertyShouldBeTrue() {
        assertThat(enabled()).isEqualTo("true");
    }

    @Test
    void propertyOfTheApplicationShouldStay() {
        environment.setProperty(ENABLED, "false");
        assertThat(enabled()).isEqualTo("false");
    }
}
