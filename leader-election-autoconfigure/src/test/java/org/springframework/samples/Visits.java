/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package org.springframework.samples;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.leaderelection.annotation.OnLeader;

/**
 * A class of an application, though its package is Spring's.
 */
public class Visits {

	@LeaderOnly
	public void run() {
	}

	/** An annotation of such an application. */
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@OnLeader("billing")
	public @interface LeaderOnly {

	}

}
