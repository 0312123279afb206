/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.Annotation;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;

/**
 * Suspend functions as Kotlin's compiler generates them, without Kotlin on the class
 * path.
 */
class SuspendFunctionTests {

	private static Class<?> suspending(Class<? extends Annotation> annotation) {
		Class<?> continuation = new ByteBuddy().makeInterface()
			.name("kotlin.coroutines.Continuation")
			.make()
			.load(SuspendFunctionTests.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded();
		return new ByteBuddy().subclass(Object.class)
			.name("jobs.SuspendingJob")
			.defineMethod("run", Object.class, Visibility.PUBLIC)
			.withParameters(String.class, continuation)
			.intercept(FixedValue.nullValue())
			.annotateMethod(AnnotationDescription.Builder.ofType(annotation).build())
			.make()
			.load(continuation.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded();
	}

	@Test
	void rule17SuspendFunctionIsRefused() {
		Contexts.assertRefused(Contexts.leading().withBean(suspending(OnLeader.class)), "SuspendingJob.run(",
				"suspend function", "mono { ... }");
	}

	@Test
	void suspendFunctionAsATaskIsRefused() {
		Contexts.assertRefused(Contexts.leading().withBean(suspending(LeaderTask.class)), "suspend function",
				"runBlocking");
	}

}
