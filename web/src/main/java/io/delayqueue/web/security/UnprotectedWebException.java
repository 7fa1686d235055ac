package io.delayqueue.web.security;

/** Stops the start of an application that would let anyone change its tasks without having allowed it. */
final class UnprotectedWebException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String path;

    private final String viewerRole;

    private final String operatorRole;

    UnprotectedWebException(String path, WebSecurityProperties properties) {
        super("Anybody who reaches the port could see and change tasks at " + path
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
