package io.delayqueue.web.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how the API and the dashboard can be protected, left open, or left out. */
final class UnprotectedWebFailureAnalyzer extends AbstractFailureAnalyzer<UnprotectedWebException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnprotectedWebException cause) {
        return new FailureAnalysis(
                "delayqueue-spring-boot-web serves an API and a dashboard at " + cause.path()
                        + ". Anybody who reaches the port"
                        + " could see and change tasks there, because Spring Security is not on the class path.",
                """
                Do one of these:

                    - Add org.springframework.boot:spring-boot-starter-security, and give users the role %s, who may \
                see tasks, or %s, who may change them too.
                    - Set delayqueue.web.allow-unauthenticated=true if only those reach the port who may do all that.
                    - Set delayqueue.web.enabled=false for neither API nor dashboard.

                docs/security.md has examples.""".formatted(cause.viewerRole(), cause.operatorRole()),
                cause);
    }
}
