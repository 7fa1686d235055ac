package io.delayqueue.web.security;

/** Thrown at the start if unauthenticated access to tasks is not allowed, but Spring Security is missing. */
final class UnprotectedWebException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String path;

    private final String viewerRole;

    private final String operatorRole;

    UnprotectedWebException(String path, WebSecurityProperties properties) {
        super("Everybody with access to the port could see and change tasks at " + path
                + ": Spring Security is not on the class path, and " + WebSecurityProperties.PREFIX
                + ".allow-unauthenticated is not true");
        this.path = path;
        this.viewerRole = properties.viewerRole();
        this.operatorRole = properties.operatorRole();
    }

    String path() {
        return path;
    }

    String viewerRole() {
        return viewerRole;
    }

    String operatorRole() {
        return operatorRole;
    }
}
