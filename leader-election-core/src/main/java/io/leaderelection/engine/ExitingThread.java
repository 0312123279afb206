/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

/**
 * Recognizes a thread that called {@link System#exit(int)}: it never returns from there.
 */
final class ExitingThread {

	private ExitingThread() {
	}

	static boolean is(Thread thread) {
		for (StackTraceElement frame : thread.getStackTrace()) {
			if (frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit")) {
				return true;
			}
		}
		return false;
	}

}
