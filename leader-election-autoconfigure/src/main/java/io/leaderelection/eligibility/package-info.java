/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Decides whether this instance may contend: by the health of the application and by its
 * own beans.
 */
@NullMarked
package io.leaderelection.eligibility;

import org.jspecify.annotations.NullMarked;
