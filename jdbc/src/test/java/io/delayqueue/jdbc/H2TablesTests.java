package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.h2.engine.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class H2TablesTests extends TablesContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    String prefix() {
        return "shop.DQ_";
    }

    @ParameterizedTest
    @EnumSource(Mode.ModeEnum.class)
    void databaseInEachModeShouldHaveTheTables(Mode.ModeEnum mode) {
        application
                .withPropertyValues(
                        "spring.datasource.url=" + database.url() + ";MODE=" + mode,
                        "delayqueue.jdbc.initialize-schema=always")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    useTables(context);
                });
    }
}
