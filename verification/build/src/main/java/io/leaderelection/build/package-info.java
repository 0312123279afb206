/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What {@code ./verify} prints about a build of Maven. The classes need nothing but the
 * JDK, because they are compiled before Maven runs.
 */
@NullMarked
package io.leaderelection.build;

import org.jspecify.annotations.NullMarked;
