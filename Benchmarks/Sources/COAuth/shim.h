#pragma once
#include <oauth.h>
