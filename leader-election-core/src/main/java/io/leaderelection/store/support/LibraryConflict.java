/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.net.URL;
import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Recognizes failures because a library on the class path has another version than the
 * code that calls it. Such a failure says nothing about a server, and does not end before
 * the process does.
 */
public final class LibraryConflict {

	/** The remedy, without a full stop. */
	public static final String REMEDY = "Use versions that belong together, such as those that Spring Boot manages";

	/** The owner of the method, in the message of a {@link NoSuchMethodError}. */
	private static final Pattern OWNER = Pattern.compile("([\\w$.]+)\\.[\\w$<>]+\\(");

	private static final int DEEPEST = 20;

	private LibraryConflict() {
	}

	/**
	 * Describes a failure, without the remedy.
	 * @param failure the failure
	 * @return what was not found, which library called it and which one should have it,
	 * or {@code null} if the failure has another cause
	 */
	public static @Nullable String describe(Throwable failure) {
		Throwable cause = failure;
		for (int i = 0; cause != null && i < DEEPEST; i++) {
			if (cause instanceof IncompatibleClassChangeError || cause instanceof NoClassDefFoundError
					|| cause instanceof UnsupportedClassVersionError) {
				return describe((LinkageError) cause);
			}
			cause = cause.getCause();
		}
		return null;
	}

	private static String describe(LinkageError error) {
		StackTraceElement[] frames = error.getStackTrace();
		String caller = (frames.length > 0) ? library(frames[0].getClassName()) : null;
		Matcher method = OWNER.matcher(String.valueOf(error.getMessage()));
		String owner = method.find() ? library(method.group(1)) : null;
		String found = (owner != null && !owner.equals(caller)) ? ", found " + owner : "";
		return "versions of libraries on the class path do not match: " + error
				+ ((caller != null) ? " (called by " + caller + found + ")" : "");
	}

	/** Returns the file that a class is from, whose name usually has the version. */
	private static @Nullable String library(String className) {
		try {
			CodeSource source = Class.forName(className, false, LibraryConflict.class.getClassLoader())
				.getProtectionDomain()
				.getCodeSource();
			URL location = (source != null) ? source.getLocation() : null;
			if (location == null) {
				return null;
			}
			String path = location.getPath().replaceAll("[!/]+$", "");
			return path.substring(path.lastIndexOf('/') + 1);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			// The description is complete without the name
			return null;
		}
	}

}
