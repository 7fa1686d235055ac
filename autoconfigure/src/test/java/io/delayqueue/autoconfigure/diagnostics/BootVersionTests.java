package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.diagnostics.BootVersionFilter.UnsupportedBootException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** Versions of Spring Boot; real earlier ones are in PasteVariantsIT of the starter. */
class BootVersionTests {

    private static final String[] CLASSES = {"com.example.Other", null, DelayQueueAutoConfiguration.class.getName()};

    private static boolean[] match(String version, String... classes) {
        return new BootVersionFilter(version).match(classes, mock(AutoConfigurationMetadata.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.7.18", "3.0.0", "3.5.8", "3.5.9-SNAPSHOT"})
    void earlierVersionShouldFailTheStartAndBeNamed(String version) {
        assertThatExceptionOfType(UnsupportedBootException.class)
                .isThrownBy(() -> match(version, CLASSES))
                .satisfies(failure -> {
                    FailureAnalysis analysis = analyze(new IllegalStateException(failure));
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getDescription())
                            .isEqualTo("delayqueue needs Spring Boot 4.0 or later, found " + version + ".");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.0-M1", "4.1.1", "10.0.0", "unknown"})
    void otherVersionShouldKeepAllClasses(String version) {
        assertThat(match(version, CLASSES)).containsExactly(true, true, true);
    }

    @Test
    void earlierVersionShouldKeepAllClassesIfTheQueueIsExcluded() {
        assertThat(match("3.5.8", "com.example.Other")).containsExactly(true);
    }

    @Test
    void springBootShouldLoadTheFilter() {
        assertThat(SpringFactoriesLoader.loadFactories(AutoConfigurationImportFilter.class, null))
                .hasAtLeastOneElementOfType(BootVersionFilter.class);
    }

    private static FailureAnalysis analyze(Throwable failure) {
        FailureAnalyzer analyzer = new StartFailureAnalyzer(new DefaultListableBeanFactory(), new MockEnvironment());
        return analyzer.analyze(failure);
    }
}
