/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LibraryConflictTests {

	private static final String WHAT = "versions of libraries on the class path do not match: ";

	@Test
	void otherFailuresAreNone() {
		assertThat(LibraryConflict.describe(new IllegalStateException("no route"))).isNull();
		assertThat(LibraryConflict.describe(new ExceptionInInitializerError("broken"))).isNull();
	}

	@Test
	void isFoundBelowOtherFailures() {
		Throwable failure = new NoClassDefFoundError("a/B");
		for (int i = 0; i < 10; i++) {
			failure = new IllegalStateException(failure);
		}
		assertThat(LibraryConflict.describe(failure)).startsWith(WHAT).contains("a/B");
		assertThat(LibraryConflict.describe(new UnsupportedClassVersionError("a/B"))).startsWith(WHAT);
	}

	@Test
	void causesThatNeverEndAreNotFollowedForEver() {
		IllegalStateException one = new IllegalStateException();
		one.initCause(new IllegalStateException(one));
		assertThat(LibraryConflict.describe(one)).isNull();
	}

	@Test
	void namesTheLibraryThatCalledAndTheOneThatWasFound() {
		NoSuchMethodError error = new NoSuchMethodError("'void " + Test.class.getName() + ".gone()'");
		assertThat(LibraryConflict.describe(error)).contains("(called by test-classes, found junit-jupiter-api-")
			.endsWith(".jar)");
	}

	@Test
	void namesOneLibraryOnceIfItIsBoth() {
		NoSuchMethodError error = new NoSuchMethodError("'void " + getClass().getName() + ".gone()'");
		assertThat(LibraryConflict.describe(error)).endsWith("(called by test-classes)");
	}

	/** A class of the JDK has no file, and a class may not be found by its name. */
	@ParameterizedTest
	@ValueSource(strings = { "java.lang.String", "no.such.Type" })
	void librariesThatAreNotKnownAreLeftOut(String caller) {
		NoSuchMethodError error = new NoSuchMethodError(null);
		error.setStackTrace(new StackTraceElement[] { new StackTraceElement(caller, "call", null, 1) });
		assertThat(LibraryConflict.describe(error)).isEqualTo(WHAT + error);
		error.setStackTrace(new StackTraceElement[0]);
		assertThat(LibraryConflict.describe(error)).isEqualTo(WHAT + error);
	}

}
