/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Lets a test control whether the application leads. Used together with
 * {@code @SpringBootTest}, or with the annotation of a test slice, which then includes
 * leader election.
 * <p>
 * Guards, events, endpoints, health and meters of the application are the real ones. Its
 * elections use an in-memory store that the test controls, instead of the store, mode or
 * {@code LeaseStore} bean that the application configures. Their time stands still until
 * the test moves it. The test injects {@link LeaderElectionTestSupport}.
 * <p>
 * Before each test method, every election is set to the state that this annotation
 * declares, and recorded events are cleared. Therefore contexts can be cached and shared
 * by tests with different initial states. The application leads nothing before the first
 * test method. Tests that share a context must not run at the same time; different
 * contexts are independent.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface LeaderElectionTest {

	/**
	 * Whether the application leads when a test begins. Otherwise, another instance
	 * leads.
	 * @return {@code true} if it leads
	 */
	boolean leading() default false;

	/**
	 * Restricts {@link #leading()} to some elections: the application leads these only.
	 * @return the names of elections or partitions; empty for all
	 */
	String[] only() default {};

}
