/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Throws checked exceptions where none is declared, as Kotlin, Groovy and Lombok do.
 */
public final class Sneaky {

	private Sneaky() {
	}

	/**
	 * Throws.
	 * @param failure what to throw
	 * @return nothing
	 */
	public static RuntimeException sneak(Throwable failure) {
		return Sneaky.<RuntimeException>as(failure);
	}

	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	private static <T extends Throwable> RuntimeException as(Throwable failure) throws T {
		throw (T) failure;
	}

}
