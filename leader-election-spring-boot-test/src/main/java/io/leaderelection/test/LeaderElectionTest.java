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
 * Lets a test say whether the application leads. Goes beside {@code @SpringBootTest}, or
 * beside the annotation of a test slice, which it adds leader election to.
 * <p>
 * Guards, events, endpoints, health and meters of the application are the real ones. Its
 * elections run over a store in memory that obeys the test, whatever store, mode or
 * {@code LeaseStore} bean the application configures, and in a time that stands still
 * until the test moves it. The test injects {@link LeaderElectionTestSupport}.
 * <p>
 * Before each test method every election is brought to the state named here, and recorded
 * events are forgotten, so that contexts can be cached and shared by tests that begin
 * differently. Until the first of them the application leads nothing. Tests that share a
 * context must not run at the same time; contexts do not disturb one another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface LeaderElectionTest {

	/**
	 * Whether the application leads when a test begins. Where it does not, another
	 * instance does.
	 * @return whether it leads
	 */
	boolean leading() default false;

	/**
	 * Restricts {@link #leading()} to some elections: it leads these, and no other.
	 * @return names of elections or partitions; empty for all
	 */
	String[] only() default {};

}
