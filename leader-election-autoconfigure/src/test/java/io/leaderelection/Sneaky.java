/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Throws undeclared checked exceptions, as Kotlin, Groovy and Lombok do.
 */
public final class Sneaky {

	private Sneaky() {
	}

	/**
	 * Throws an exception.
	 * @param failure the exception
	 * @return never
	 */
	public static RuntimeException sneak(Throwable failure) {
		return Sneaky.<RuntimeException>as(failure);
	}

	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	private static <T extends Throwable> RuntimeException as(Throwable failure) throws T {
		throw (T) failure;
	}

}
