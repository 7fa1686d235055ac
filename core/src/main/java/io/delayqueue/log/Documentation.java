package io.delayqueue.log;

/** Addresses of the documentation, for messages: who has a jar has no files of the project. */
public final class Documentation {

    /** Equals the property "delayqueue.site" in bom/pom.xml. */
    private static final String SITE = "https://site.invalid/delayqueue";

    private Documentation() {}

    /**
     * {@return the address of a page}
     *
     * @param page the name of the page, with the anchor of a heading if there is one, such as "security.html#the-actuator"
     */
    public static String link(String page) {
        return SITE + "/docs/" + page;
    }
}
