package io.delayqueue.web.security;

import io.delayqueue.log.Documentation;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains how to protect, open or disable the API and the dashboard. */
final class UnprotectedWebFailureAnalyzer extends AbstractFailureAnalyzer<UnprotectedWebException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnprotectedWebException cause) {
        return new FailureAnalysis(
                "delayqueue-spring-boot-web serves an API and a dashboard at " + cause.path()
                        + ". Everybody with access to the port"
                        + " could see and change tasks there, because Spring Security is not on the class path.",
                """
                Do one of these:

                    - Add org.springframework.boot:spring-boot-starter-security, and give users the role %s, which may \
                see tasks, or %s, which may change them too.
                    - Set delayqueue.web.allow-unauthenticated=true if access to the port is restricted by other means.
                    - Set delayqueue.web.enabled=false for neither API nor dashboard.

                %s has examples.""".formatted(cause.viewerRole(), cause.operatorRole(), Documentation.link("security.html")),
                cause);
    }
}
