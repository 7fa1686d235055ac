package io.delayqueue.jdbc;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Explains a data source that cannot hold the tables of this module. Precedes Spring Boot's analyzers of the causes. */
@Order(0)
final class InvalidDataSourceFailureAnalyzer extends AbstractFailureAnalyzer<InvalidDataSourceException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidDataSourceException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
